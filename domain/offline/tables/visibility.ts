import type { OfflinePerson } from './tables.ts'

type Visibility = OfflinePerson['profile']['visibility']

/** Who sees a part of a profile: the twin of `private.narrower` (…_part_visibility.sql). */
export function narrower(profile: Visibility, part: Visibility | null): Visibility {
  if (profile === 'private' || part === 'private') return 'private'
  return profile === 'unlisted' || part === 'unlisted' ? 'unlisted' : profile
}
