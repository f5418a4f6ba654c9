import { documentTitle, PAGE_TITLES } from '../../domain/page-titles.ts'
import { SITE_PICTURE_PATH } from '../../domain/paths.ts'
import type { Picture } from './page-html.ts'

/** The picture of a page that has none of its own. */
export function sitePicture(siteUrl = ''): Picture {
  return {
    address: siteUrl + SITE_PICTURE_PATH,
    text: `${documentTitle(PAGE_TITLES.home)}: a shelf of discs with their titles and spine numbers.`,
  }
}
