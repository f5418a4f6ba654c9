// Written by `npm run types` from supabase/migrations. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
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
          search?: never
          spine?: number
          title?: string
          wikipedia_link?: string | null
          year?: number | null
        }
        Relationships: []
      }
    }
    Views: { [_ in never]: never }
    Functions: { [_ in never]: never }
    Enums: { [_ in never]: never }
    CompositeTypes: { [_ in never]: never }
  }
}

type Public = Database['public']

export type Tables<Name extends keyof (Public['Tables'] & Public['Views'])> = (Public['Tables'] &
  Public['Views'])[Name]['Row']
export type TablesInsert<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Insert']
export type TablesUpdate<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Update']
