/** An account in the form of the client library: GoTrue's User. */
export interface User {
  id: string
  email: string
  /** Always empty: signing in by telephone is not supported. */
  phone: ''
  /** The address that is not confirmed yet. */
  new_email?: string
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
}

/**
 * SQL that makes the {@link User} of a row of auth.users, which must have the alias `users`. Null members are left out.
 */
export const USER_JSON = `(
  jsonb_strip_nulls(jsonb_build_object(
    'id', users.id,
    'aud', 'authenticated',
    'role', 'authenticated',
    'email', users.email,
    'phone', '',
    'email_confirmed_at', users.email_confirmed_at,
    'confirmed_at', users.email_confirmed_at,
    'last_sign_in_at', users.last_sign_in_at,
    'new_email', (
      select pending.email from auth.one_time_tokens pending
      where pending.user_id = users.id and purpose = 'email_change' and expires_at > now()
    ),
    'identities', jsonb_build_array(jsonb_build_object(
      'id', users.id,
      'identity_id', users.id,
      'user_id', users.id,
      'provider', 'email',
      'identity_data', jsonb_build_object(
        'sub', users.id, 'email', users.email, 'email_verified', users.email_confirmed_at is not null
      ),
      'created_at', users.created_at,
      'updated_at', users.updated_at,
      'last_sign_in_at', users.last_sign_in_at
    )),
    'created_at', users.created_at,
    'updated_at', users.updated_at,
    'is_anonymous', false
  )) || jsonb_build_object('app_metadata', users.raw_app_meta_data, 'user_metadata', users.raw_user_meta_data || coalesce(
    -- The username may have changed since the sign-up.
    (select jsonb_build_object('username', profiles.username) from public.profiles where profiles.id = users.id), '{}'
  ))
)::text`
