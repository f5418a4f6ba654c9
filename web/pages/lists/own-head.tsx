import type { ComponentProps } from 'react'
import { isSearch } from '../../features/catalogue/toolbar/view.ts'
import { NewsLine } from '../../features/tracking/news/news-line.tsx'
import { OwnMarks } from './own-marks.tsx'
import { ShopAnswer } from './shop-answer.tsx'

/** What a person who is signed in has above the films of the home page. */
export function OwnHead(props: ComponentProps<typeof ShopAnswer>) {
  const { userId, view } = props
  return (
    <>
      <OwnMarks userId={userId} />
      <NewsLine userId={userId} isHidden={isSearch(view)} />
      <ShopAnswer {...props} />
    </>
  )
}
