import type { Node } from '@takumi-rs/core'
import type { PictureDesigner, Pictured } from '../../domain/pictures.ts'
import { filmPicture } from './film-picture.ts'
import { FONTS } from './fonts.ts'
import { profilePicture } from './profile-picture.ts'
import { sitePicture } from './site-picture.ts'

/** The entry of the build for the server, which loads it for the first picture. It imports nothing from the server. */
export const designer: PictureDesigner = { fonts: FONTS, layOut }

function layOut(pictured: Pictured): Node {
  switch (pictured.kind) {
    case 'site':
      return sitePicture(pictured)
    case 'film':
      return filmPicture(pictured.film)
    case 'profile':
      return profilePicture(pictured)
  }
}
