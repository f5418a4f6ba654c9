import { PATHS } from '../../domain/paths.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { ErrorNotice } from './error-notice.tsx'

/**
 * What people see without scripts at an address whose page the server does not render.
 * @param title of a page of a person's own data; undefined if the page could not be loaded.
 */
export function ScriptNotice({ title }: { title: string | undefined }) {
  return title ? (
    <ErrorNotice
      title={title}
      text="This page needs JavaScript. It shows your own data: please allow scripts for this site, then sign in."
    >
      <ButtonLink to={PATHS.auth} look="solid">
        Sign in
      </ButtonLink>
    </ErrorNotice>
  ) : (
    <ErrorNotice
      title="Page not loaded"
      text="The site could not load this page at the moment. Please reload it in a minute."
    >
      <ButtonLink to={PATHS.home} look="solid">
        Return to Home
      </ButtonLink>
    </ErrorNotice>
  )
}
