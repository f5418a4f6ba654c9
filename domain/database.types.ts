// Written by `npm run types` from supabase/migrations. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      film_changes: {
        Row: {
          after: Json | null
          before: Json | null
          changed_at: string
          changed_by: string | null
          film_id: number
          id: number
          operation: string
          search: string
          spine: number
          title: string
          update_id: string | null
        }
        Insert: {
          after?: Json | null
          before?: Json | null
          changed_at?: string
          changed_by?: string | null
          film_id: number
          id?: never
          operation: string
          search: string
          spine: number
          title: string
          update_id?: string | null
        }
        Update: {
          after?: Json | null
          before?: Json | null
          changed_at?: string
          changed_by?: string | null
          film_id?: number
          id?: never
          operation?: string
          search?: string
          spine?: number
          title?: string
          update_id?: string | null
        }
        Relationships: []
      }
      film_updates: {
        Row: {
          id: string
          made_at: string
          made_by: string | null
          name: string
          reverts: string | null
        }
        Insert: {
          id: string
          made_at?: string
          made_by?: string | null
          name: string
          reverts?: string | null
        }
        Update: {
          id?: string
          made_at?: string
          made_by?: string | null
          name?: string
          reverts?: string | null
        }
        Relationships: [{
          foreignKeyName: 'film_updates_reverts_fkey'
          columns: ['reverts']
          isOneToOne: false
          referencedRelation: 'film_updates'
          referencedColumns: ['id']
        }]
      }
      films: {
        Row: {
          amazon_link: string | null
          bluray: boolean
          bluray_4k: boolean
          bluray_4k_oop: boolean
          bluray_com_link: string | null
          bluray_oop: boolean
          box_art_url: string | null
          country: string | null
          director: string
          dvd: boolean
          dvd_oop: boolean
          ebay_link: string | null
          id: number
          imdb_link: string | null
          laserdisc: boolean
          laserdisc_oop: boolean
          letterboxd_link: string | null
          product_url: string | null
          revision: number
          search: string
          spine: number
          title: string
          wikipedia_link: string | null
          year: number | null
        }
        Insert: {
          amazon_link?: string | null
          bluray?: boolean
          bluray_4k?: boolean
          bluray_4k_oop?: boolean
          bluray_com_link?: string | null
          bluray_oop?: boolean
          box_art_url?: string | null
          country?: string | null
          director: string
          dvd?: boolean
          dvd_oop?: boolean
          ebay_link?: string | null
          id?: never
          imdb_link?: string | null
          laserdisc?: boolean
          laserdisc_oop?: boolean
          letterboxd_link?: string | null
          product_url?: string | null
          revision?: number
          search?: never
          spine: number
          title: string
          wikipedia_link?: string | null
          year?: number | null
        }
        Update: {
          amazon_link?: string | null
          bluray?: boolean
          bluray_4k?: boolean
          bluray_4k_oop?: boolean
          bluray_com_link?: string | null
          bluray_oop?: boolean
          box_art_url?: string | null
          country?: string | null
          director?: string
          dvd?: boolean
          dvd_oop?: boolean
          ebay_link?: string | null
          id?: never
          imdb_link?: string | null
          laserdisc?: boolean
          laserdisc_oop?: boolean
          letterboxd_link?: string | null
          product_url?: string | null
          revision?: number
          search?: never
          spine?: number
          title?: string
          wikipedia_link?: string | null
          year?: number | null
        }
        Relationships: []
      }
      profiles: {
        Row: {
          id: string
          username: string
          visibility: string
        }
        Insert: {
          id: string
          username: string
          visibility?: string
        }
        Update: {
          id?: string
          username?: string
          visibility?: string
        }
        Relationships: []
      }
      user_ownership: {
        Row: {
          film_id: number
          owns_bluray: boolean
          owns_bluray_4k: boolean
          owns_dvd: boolean
          owns_laserdisc: boolean
          user_id: string
        }
        Insert: {
          film_id: number
          owns_bluray?: boolean
          owns_bluray_4k?: boolean
          owns_dvd?: boolean
          owns_laserdisc?: boolean
          user_id?: string
        }
        Update: {
          film_id?: number
          owns_bluray?: boolean
          owns_bluray_4k?: boolean
          owns_dvd?: boolean
          owns_laserdisc?: boolean
          user_id?: string
        }
        Relationships: [{
          foreignKeyName: 'user_ownership_film_id_fkey'
          columns: ['film_id']
          isOneToOne: false
          referencedRelation: 'films'
          referencedColumns: ['id']
        }, {
          foreignKeyName: 'user_ownership_user_id_fkey'
          columns: ['user_id']
          isOneToOne: false
          referencedRelation: 'profiles'
          referencedColumns: ['id']
        }]
      }
      user_roles: {
        Row: {
          role: string
          user_id: string
        }
        Insert: {
          role: string
          user_id: string
        }
        Update: {
          role?: string
          user_id?: string
        }
        Relationships: [{
          foreignKeyName: 'user_roles_user_id_fkey'
          columns: ['user_id']
          isOneToOne: false
          referencedRelation: 'profiles'
          referencedColumns: ['id']
        }]
      }
      user_watched: {
        Row: {
          film_id: number
          id: number
          user_id: string
        }
        Insert: {
          film_id: number
          id?: never
          user_id?: string
        }
        Update: {
          film_id?: number
          id?: never
          user_id?: string
        }
        Relationships: [{
          foreignKeyName: 'user_watched_film_id_fkey'
          columns: ['film_id']
          isOneToOne: false
          referencedRelation: 'films'
          referencedColumns: ['id']
        }, {
          foreignKeyName: 'user_watched_user_id_fkey'
          columns: ['user_id']
          isOneToOne: false
          referencedRelation: 'profiles'
          referencedColumns: ['id']
        }]
      }
      user_wishlist: {
        Row: {
          film_id: number
          id: number
          user_id: string
        }
        Insert: {
          film_id: number
          id?: never
          user_id?: string
        }
        Update: {
          film_id?: number
          id?: never
          user_id?: string
        }
        Relationships: [{
          foreignKeyName: 'user_wishlist_film_id_fkey'
          columns: ['film_id']
          isOneToOne: false
          referencedRelation: 'films'
          referencedColumns: ['id']
        }, {
          foreignKeyName: 'user_wishlist_user_id_fkey'
          columns: ['user_id']
          isOneToOne: false
          referencedRelation: 'profiles'
          referencedColumns: ['id']
        }]
      }
    }
    Views: {
      film_history: {
        Row: {
          after: Json | null
          at: string | null
          before: Json | null
          film_id: number | null
          films: number | null
          id: string | null
          in_update: boolean | null
          operation: string | null
          reverted: boolean | null
          revertible: boolean | null
          reverts: string | null
          search: string | null
          spine: number | null
          title: string | null
          update_id: string | null
          update_name: string | null
          who: string | null
        }
        Relationships: []
      }
    }
    Functions: {
      apply_marks: {
        Args: {
          marks: Json
          of_user: string
          sent_at: number
        }
        Returns: string[]
      }
      change_film_formats: {
        Args: {
          changes: Json
          update_id: string
          update_name: string
        }
        Returns: number
      }
      count_film_trackers: {
        Args: {
          film_id: number
        }
        Returns: number
      }
      count_format_owners: {
        Args: {
          changes: Json
        }
        Returns: number
      }
      delete_account: {
        Args: {
          username: string
        }
        Returns: undefined
      }
      profile_counts: {
        Args: {
          formats?: string[]
          of_username: string
          spines?: number[]
          words?: string[]
        }
        Returns: {
          catalogue: number
          catalogue_owned: number
          films: number
          owned: number
          unowned: number
          user_id: string
          visibility: string
          watched: number
          wishlist: number
        }[]
      }
      profile_films: {
        Args: {
          of_user: string
          phrase?: string
        }
        Returns: {
          amazon_link: string | null
          bluray: boolean | null
          bluray_4k: boolean | null
          bluray_4k_oop: boolean | null
          bluray_com_link: string | null
          bluray_oop: boolean | null
          box_art_url: string | null
          country: string | null
          director: string | null
          dvd: boolean | null
          dvd_oop: boolean | null
          ebay_link: string | null
          id: number | null
          imdb_link: string | null
          laserdisc: boolean | null
          laserdisc_oop: boolean | null
          letterboxd_link: string | null
          match_rank: number | null
          owned: boolean | null
          owns_bluray: boolean | null
          owns_bluray_4k: boolean | null
          owns_dvd: boolean | null
          owns_laserdisc: boolean | null
          product_url: string | null
          revision: number | null
          search: string | null
          spine: number | null
          title: string | null
          watched: boolean | null
          wikipedia_link: string | null
          wishlisted: boolean | null
          year: number | null
        }[]
      }
      ranked_films: {
        Args: {
          phrase: string
        }
        Returns: {
          amazon_link: string | null
          bluray: boolean | null
          bluray_4k: boolean | null
          bluray_4k_oop: boolean | null
          bluray_com_link: string | null
          bluray_oop: boolean | null
          box_art_url: string | null
          country: string | null
          director: string | null
          dvd: boolean | null
          dvd_oop: boolean | null
          ebay_link: string | null
          id: number | null
          imdb_link: string | null
          laserdisc: boolean | null
          laserdisc_oop: boolean | null
          letterboxd_link: string | null
          match_rank: number | null
          product_url: string | null
          revision: number | null
          search: string | null
          spine: number | null
          title: string | null
          wikipedia_link: string | null
          year: number | null
        }[]
      }
      restore_film: {
        Args: {
          film_id: number
        }
        Returns: undefined
      }
      revert_film_update: {
        Args: {
          as_update?: string
          update_id: string
        }
        Returns: Json
      }
      username_state: {
        Args: {
          username: string
        }
        Returns: string
      }
    }
    Enums: { [_ in never]: never }
    CompositeTypes: { [_ in never]: never }
  }
}

type Public = Database['public']

export type Tables<Name extends keyof (Public['Tables'] & Public['Views'])> = (Public['Tables'] &
  Public['Views'])[Name]['Row']
export type TablesInsert<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Insert']
export type TablesUpdate<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Update']
