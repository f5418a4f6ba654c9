// Written by `npm run types` from supabase/migrations. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      film_aliases: {
        Row: {
          film_id: number
          kind: string
          value: string
        }
        Insert: {
          film_id: number
          kind: string
          value: string
        }
        Update: {
          film_id?: number
          kind?: string
          value?: string
        }
        Relationships: [{
          foreignKeyName: 'film_aliases_film_id_fkey'
          columns: ['film_id']
          isOneToOne: false
          referencedRelation: 'films'
          referencedColumns: ['id']
        }]
      }
      film_changes: {
        Row: {
          after: Json | null
          before: Json | null
          changed_at: string
          changed_by: string | null
          film_id: number | null
          id: number
          operation: string
          search: string
          set_id: number | null
          spine: number | null
          title: string
          update_id: string | null
        }
        Insert: {
          after?: Json | null
          before?: Json | null
          changed_at?: string
          changed_by?: string | null
          film_id?: number | null
          id?: never
          operation: string
          search: string
          set_id?: number | null
          spine?: number | null
          title: string
          update_id?: string | null
        }
        Update: {
          after?: Json | null
          before?: Json | null
          changed_at?: string
          changed_by?: string | null
          film_id?: number | null
          id?: never
          operation?: string
          search?: string
          set_id?: number | null
          spine?: number | null
          title?: string
          update_id?: string | null
        }
        Relationships: []
      }
      film_prices: {
        Row: {
          as_of: string
          currency: string
          film_id: number
          format: string
          price: number
          source: string
        }
        Insert: {
          as_of: string
          currency: string
          film_id: number
          format: string
          price: number
          source: string
        }
        Update: {
          as_of?: string
          currency?: string
          film_id?: number
          format?: string
          price?: number
          source?: string
        }
        Relationships: [{
          foreignKeyName: 'film_prices_film_id_fkey'
          columns: ['film_id']
          isOneToOne: false
          referencedRelation: 'films'
          referencedColumns: ['id']
        }]
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
          aliases: Json | null
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
          language: string | null
          laserdisc: boolean
          laserdisc_oop: boolean
          letterboxd_link: string | null
          product_url: string | null
          revision: number
          running_time: number | null
          search: string
          sort_director: string | null
          sort_title: string | null
          spine: number
          title: string
          tmdb_id: number | null
          wikipedia_link: string | null
          year: number | null
        }
        Insert: {
          aliases?: Json | null
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
          language?: string | null
          laserdisc?: boolean
          laserdisc_oop?: boolean
          letterboxd_link?: string | null
          product_url?: string | null
          revision?: number
          running_time?: number | null
          search?: never
          sort_director?: string | null
          sort_title?: string | null
          spine: number
          title: string
          tmdb_id?: number | null
          wikipedia_link?: string | null
          year?: number | null
        }
        Update: {
          aliases?: Json | null
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
          language?: string | null
          laserdisc?: boolean
          laserdisc_oop?: boolean
          letterboxd_link?: string | null
          product_url?: string | null
          revision?: number
          running_time?: number | null
          search?: never
          sort_director?: string | null
          sort_title?: string | null
          spine?: number
          title?: string
          tmdb_id?: number | null
          wikipedia_link?: string | null
          year?: number | null
        }
        Relationships: []
      }
      gift_links: {
        Row: {
          made_at: string
          token: string
          user_id: string
        }
        Insert: {
          made_at?: string
          token: string
          user_id?: string
        }
        Update: {
          made_at?: string
          token?: string
          user_id?: string
        }
        Relationships: [{
          foreignKeyName: 'gift_links_user_id_fkey'
          columns: ['user_id']
          isOneToOne: true
          referencedRelation: 'profiles'
          referencedColumns: ['id']
        }]
      }
      imports: {
        Row: {
          copies: number
          formats: number
          id: string
          made_at: string
          name: string
          removed: number | null
          undone_at: string | null
          user_id: string
          viewings: number
          watched: number
          wishlisted: number
        }
        Insert: {
          copies?: number
          formats: number
          id: string
          made_at?: string
          name: string
          removed?: number | null
          undone_at?: string | null
          user_id: string
          viewings?: number
          watched: number
          wishlisted: number
        }
        Update: {
          copies?: number
          formats?: number
          id?: string
          made_at?: string
          name?: string
          removed?: number | null
          undone_at?: string | null
          user_id?: string
          viewings?: number
          watched?: number
          wishlisted?: number
        }
        Relationships: [{
          foreignKeyName: 'imports_user_id_fkey'
          columns: ['user_id']
          isOneToOne: false
          referencedRelation: 'profiles'
          referencedColumns: ['id']
        }]
      }
      news: {
        Row: {
          film_id: number
          format: string | null
          happened_at: string
          id: number
          kind: string
          uid: string
        }
        Insert: {
          film_id: number
          format?: string | null
          happened_at?: string
          id?: never
          kind: string
          uid?: string
        }
        Update: {
          film_id?: number
          format?: string | null
          happened_at?: string
          id?: never
          kind?: string
          uid?: string
        }
        Relationships: [{
          foreignKeyName: 'news_film_id_fkey'
          columns: ['film_id']
          isOneToOne: false
          referencedRelation: 'films'
          referencedColumns: ['id']
        }]
      }
      profiles: {
        Row: {
          collection_visibility: string | null
          id: string
          username: string
          visibility: string
          watched_visibility: string | null
          wishlist_visibility: string | null
        }
        Insert: {
          collection_visibility?: string | null
          id: string
          username: string
          visibility?: string
          watched_visibility?: string | null
          wishlist_visibility?: string | null
        }
        Update: {
          collection_visibility?: string | null
          id?: string
          username?: string
          visibility?: string
          watched_visibility?: string | null
          wishlist_visibility?: string | null
        }
        Relationships: []
      }
      set_films: {
        Row: {
          director: string | null
          film_id: number | null
          position: number
          set_id: number
          title: string | null
          year: number | null
        }
        Insert: {
          director?: string | null
          film_id?: number | null
          position: number
          set_id: number
          title?: string | null
          year?: number | null
        }
        Update: {
          director?: string | null
          film_id?: number | null
          position?: number
          set_id?: number
          title?: string | null
          year?: number | null
        }
        Relationships: [{
          foreignKeyName: 'set_films_film_id_fkey'
          columns: ['film_id']
          isOneToOne: false
          referencedRelation: 'films'
          referencedColumns: ['id']
        }, {
          foreignKeyName: 'set_films_set_id_fkey'
          columns: ['set_id']
          isOneToOne: false
          referencedRelation: 'sets'
          referencedColumns: ['id']
        }]
      }
      sets: {
        Row: {
          criterion_id: number | null
          film_id: number | null
          films: Json
          id: number
          revision: number
          title: string
        }
        Insert: {
          criterion_id?: number | null
          film_id?: number | null
          films?: Json
          id?: never
          revision?: number
          title: string
        }
        Update: {
          criterion_id?: number | null
          film_id?: number | null
          films?: Json
          id?: never
          revision?: number
          title?: string
        }
        Relationships: [{
          foreignKeyName: 'sets_film_id_fkey'
          columns: ['film_id']
          isOneToOne: true
          referencedRelation: 'films'
          referencedColumns: ['id']
        }]
      }
      user_copies: {
        Row: {
          acquired_on: string | null
          condition: string | null
          currency: string | null
          film_id: number | null
          format: string
          id: string
          lent_on: string | null
          lent_to: string | null
          note: string | null
          place: string | null
          price: number | null
          set_id: number | null
          slipcover: boolean | null
          store: string | null
          user_id: string
        }
        Insert: {
          acquired_on?: string | null
          condition?: string | null
          currency?: string | null
          film_id?: number | null
          format: string
          id?: string
          lent_on?: string | null
          lent_to?: string | null
          note?: string | null
          place?: string | null
          price?: number | null
          set_id?: number | null
          slipcover?: boolean | null
          store?: string | null
          user_id?: string
        }
        Update: {
          acquired_on?: string | null
          condition?: string | null
          currency?: string | null
          film_id?: number | null
          format?: string
          id?: string
          lent_on?: string | null
          lent_to?: string | null
          note?: string | null
          place?: string | null
          price?: number | null
          set_id?: number | null
          slipcover?: boolean | null
          store?: string | null
          user_id?: string
        }
        Relationships: [{
          foreignKeyName: 'user_copies_user_id_fkey'
          columns: ['user_id']
          isOneToOne: false
          referencedRelation: 'profiles'
          referencedColumns: ['id']
        }]
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
      user_sets: {
        Row: {
          owns_bluray: boolean
          owns_bluray_4k: boolean
          owns_dvd: boolean
          owns_laserdisc: boolean
          set_id: number
          user_id: string
        }
        Insert: {
          owns_bluray?: boolean
          owns_bluray_4k?: boolean
          owns_dvd?: boolean
          owns_laserdisc?: boolean
          set_id: number
          user_id?: string
        }
        Update: {
          owns_bluray?: boolean
          owns_bluray_4k?: boolean
          owns_dvd?: boolean
          owns_laserdisc?: boolean
          set_id?: number
          user_id?: string
        }
        Relationships: [{
          foreignKeyName: 'user_sets_user_id_fkey'
          columns: ['user_id']
          isOneToOne: false
          referencedRelation: 'profiles'
          referencedColumns: ['id']
        }]
      }
      user_viewings: {
        Row: {
          film_id: number
          id: string
          note: string | null
          rating: number | null
          user_id: string
          watched_on: string | null
        }
        Insert: {
          film_id: number
          id?: string
          note?: string | null
          rating?: number | null
          user_id?: string
          watched_on?: string | null
        }
        Update: {
          film_id?: number
          id?: string
          note?: string | null
          rating?: number | null
          user_id?: string
          watched_on?: string | null
        }
        Relationships: [{
          foreignKeyName: 'user_viewings_user_id_fkey'
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
          foreignKeyName: 'user_watched_user_id_fkey'
          columns: ['user_id']
          isOneToOne: false
          referencedRelation: 'profiles'
          referencedColumns: ['id']
        }]
      }
      user_wish_details: {
        Row: {
          currency: string | null
          film_id: number
          note: string | null
          price: number | null
          user_id: string
        }
        Insert: {
          currency?: string | null
          film_id: number
          note?: string | null
          price?: number | null
          user_id?: string
        }
        Update: {
          currency?: string | null
          film_id?: number
          note?: string | null
          price?: number | null
          user_id?: string
        }
        Relationships: [{
          foreignKeyName: 'user_wish_details_user_id_fkey'
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
          priority: number | null
          user_id: string
          wants_bluray: boolean
          wants_bluray_4k: boolean
          wants_dvd: boolean
          wants_laserdisc: boolean
        }
        Insert: {
          film_id: number
          id?: never
          priority?: number | null
          user_id?: string
          wants_bluray?: boolean
          wants_bluray_4k?: boolean
          wants_dvd?: boolean
          wants_laserdisc?: boolean
        }
        Update: {
          film_id?: number
          id?: never
          priority?: number | null
          user_id?: string
          wants_bluray?: boolean
          wants_bluray_4k?: boolean
          wants_dvd?: boolean
          wants_laserdisc?: boolean
        }
        Relationships: [{
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
          film_titles: Json | null
          films: number | null
          id: string | null
          in_update: boolean | null
          of_sets: boolean | null
          operation: string | null
          reverted: boolean | null
          revertible: boolean | null
          reverts: string | null
          search: string | null
          set_id: number | null
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
      commit_import: {
        Args: {
          films: Json
          import_id: string
          name: string
          sets?: Json
        }
        Returns: Json
      }
      compared_film_counts: {
        Args: {
          filters?: Json
          of_user: string
          with_user: string
        }
        Returns: {
          available: number[]
          countries: string[]
          decades: number[]
          directors: string[]
          films: number
          films_by_country: number[]
          films_by_decade: number[]
          films_by_director: number[]
          films_by_half_hour: number[]
          films_by_set: number[]
          half_hours: number[]
          in_print: number
          lists: number[]
          sets: number[]
        }[]
      }
      compared_films: {
        Args: {
          in_sets?: number[]
          of_user: string
          phrase?: string
          with_user: string
        }
        Returns: {
          aliases: Json | null
          amazon_link: string | null
          bluray: boolean | null
          bluray_4k: boolean | null
          bluray_4k_oop: boolean | null
          bluray_com_link: string | null
          bluray_oop: boolean | null
          both_own: boolean | null
          box_art_url: string | null
          countries: string[] | null
          country: string | null
          director: string | null
          directors: string[] | null
          dvd: boolean | null
          dvd_oop: boolean | null
          ebay_link: string | null
          id: number | null
          imdb_link: string | null
          language: string | null
          laserdisc: boolean | null
          laserdisc_oop: boolean | null
          letterboxd_link: string | null
          match_rank: number | null
          only_one_owns: boolean | null
          only_other_owns: boolean | null
          other_owns_bluray: boolean | null
          other_owns_bluray_4k: boolean | null
          other_owns_dvd: boolean | null
          other_owns_laserdisc: boolean | null
          owns_bluray: boolean | null
          owns_bluray_4k: boolean | null
          owns_dvd: boolean | null
          owns_laserdisc: boolean | null
          product_url: string | null
          revision: number | null
          running_time: number | null
          search: string | null
          sort_director: string | null
          sort_title: string | null
          spine: number | null
          title: string | null
          tmdb_id: number | null
          wikipedia_link: string | null
          wished_by_one: boolean | null
          wished_by_other: boolean | null
          year: number | null
        }[]
      }
      compared_profiles: {
        Args: {
          of_username: string
          with_username: string
        }
        Returns: {
          both_own: number
          only_one_owns: number
          only_other_owns: number
          user_id: string
          visibility: string
          wished_by_one: number
          wished_by_other: number
          with_user_id: string
        }[]
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
      count_removed_copies: {
        Args: {
          of_films: number[]
          of_format: string
          of_set?: number
        }
        Returns: number
      }
      delete_account: {
        Args: {
          username: string
        }
        Returns: undefined
      }
      film_counts: {
        Args: {
          filters?: Json
        }
        Returns: {
          available: number[]
          countries: string[]
          decades: number[]
          directors: string[]
          films: number
          films_by_country: number[]
          films_by_decade: number[]
          films_by_director: number[]
          films_by_half_hour: number[]
          films_by_set: number[]
          half_hours: number[]
          in_print: number
          sets: number[]
        }[]
      }
      gift_wishlist: {
        Args: {
          token: string
        }
        Returns: Json
      }
      make_gift_link: {
        Args: never
        Returns: string
      }
      mark_news_seen: {
        Args: {
          up_to: number
        }
        Returns: undefined
      }
      own_details: {
        Args: {
          of_film?: number
          of_set?: number
        }
        Returns: Json
      }
      own_news: {
        Args: never
        Returns: {
          film_id: number | null
          format: string | null
          happened_at: string | null
          id: number | null
          kind: string | null
          spine: number | null
          title: string | null
        }[]
      }
      own_tracking: {
        Args: never
        Returns: Json
      }
      own_wishes: {
        Args: never
        Returns: Json
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
          collection_visibility: string
          films: number
          owned: number
          unowned: number
          user_id: string
          visibility: string
          watched: number
          watched_visibility: string
          wishlist: number
          wishlist_visibility: string
        }[]
      }
      profile_film_counts: {
        Args: {
          filters?: Json
          of_user: string
        }
        Returns: {
          available: number[]
          complement: boolean
          countries: string[]
          decades: number[]
          directors: string[]
          films: number
          films_by_country: number[]
          films_by_decade: number[]
          films_by_director: number[]
          films_by_half_hour: number[]
          films_by_set: number[]
          half_hours: number[]
          in_print: number
          lists: number[]
          mine: number[]
          owned: number[]
          sets: number[]
          unmarked: boolean
        }[]
      }
      profile_films: {
        Args: {
          in_sets?: number[]
          of_user: string
          phrase?: string
        }
        Returns: {
          aliases: Json | null
          amazon_link: string | null
          bluray: boolean | null
          bluray_4k: boolean | null
          bluray_4k_oop: boolean | null
          bluray_com_link: string | null
          bluray_oop: boolean | null
          box_art_url: string | null
          countries: string[] | null
          country: string | null
          director: string | null
          directors: string[] | null
          dvd: boolean | null
          dvd_oop: boolean | null
          ebay_link: string | null
          id: number | null
          imdb_link: string | null
          language: string | null
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
          running_time: number | null
          search: string | null
          sort_director: string | null
          sort_title: string | null
          spine: number | null
          title: string | null
          tmdb_id: number | null
          upgrade: boolean | null
          watched: boolean | null
          watched_id: number | null
          wikipedia_link: string | null
          wishlist_id: number | null
          wishlisted: boolean | null
          year: number | null
        }[]
      }
      profile_films_in_sets: {
        Args: {
          of_user: string
        }
        Returns: {
          film_id: number | null
          owns_bluray: boolean | null
          owns_bluray_4k: boolean | null
          owns_dvd: boolean | null
          owns_laserdisc: boolean | null
          set_id: number | null
          set_spine: number | null
          set_title: string | null
        }[]
      }
      profile_progress: {
        Args: {
          of_username: string
        }
        Returns: {
          acquired: Json
          countries: string[]
          directors: string[]
          owned: number[]
          released: number[]
          sets: Json
          spines: number[]
          titles: string[]
          user_id: string
          visibility: string
          watched: number[]
          wished: number
          years: number[]
        }[]
      }
      profile_viewings: {
        Args: {
          of_user: string
        }
        Returns: {
          film_id: number | null
          id: string | null
          rating: number | null
          watched_on: string | null
        }[]
      }
      ranked_films: {
        Args: {
          in_sets?: number[]
          phrase?: string
        }
        Returns: {
          aliases: Json | null
          amazon_link: string | null
          bluray: boolean | null
          bluray_4k: boolean | null
          bluray_4k_oop: boolean | null
          bluray_com_link: string | null
          bluray_oop: boolean | null
          box_art_url: string | null
          countries: string[] | null
          country: string | null
          director: string | null
          directors: string[] | null
          dvd: boolean | null
          dvd_oop: boolean | null
          ebay_link: string | null
          id: number | null
          imdb_link: string | null
          language: string | null
          laserdisc: boolean | null
          laserdisc_oop: boolean | null
          letterboxd_link: string | null
          match_rank: number | null
          product_url: string | null
          revision: number | null
          running_time: number | null
          search: string | null
          sort_director: string | null
          sort_title: string | null
          spine: number | null
          title: string | null
          tmdb_id: number | null
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
      restore_set: {
        Args: {
          set_id: number
        }
        Returns: undefined
      }
      revert_film_change: {
        Args: {
          change_id: number
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
      set_members: {
        Args: {
          of_set?: number
          of_spine?: number
        }
        Returns: {
          bluray: boolean | null
          bluray_4k: boolean | null
          bluray_4k_oop: boolean | null
          bluray_oop: boolean | null
          director: string | null
          dvd: boolean | null
          dvd_oop: boolean | null
          film_id: number | null
          laserdisc: boolean | null
          laserdisc_oop: boolean | null
          position: number | null
          set_id: number | null
          set_spine: number | null
          set_title: string | null
          spine: number | null
          title: string | null
          year: number | null
        }[]
      }
      undo_import: {
        Args: {
          import_id: string
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
