import { ArrowLeft, ArrowUpRight } from 'lucide-react'
import { type RefObject, useState } from 'react'
import type { OutsideLink } from '../../../../domain/film/links.ts'
import styles from './outside-links.module.css'
import rowStyles from './panel-button.module.css'

interface Props {
  links: readonly OutsideLink[]
  backButton: RefObject<HTMLButtonElement | null>
  onBack: () => void
}

export function OutsideLinks({ links, backButton, onBack }: Props) {
  return (
    <>
      <button ref={backButton} type="button" className={rowStyles.button} onClick={onBack}>
        <ArrowLeft aria-hidden="true" strokeWidth={1.75} />
        Back
      </button>
      <ul className={styles.list}>
        {links.map(({ site, host, href }) => (
          <li key={site}>
            <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer">
              <SiteMark site={site} host={host} />
              {site}
              <ArrowUpRight aria-hidden="true" strokeWidth={1.75} />
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The site's favicon from an image service, or its first letter until the favicon is loaded. */
function SiteMark({ site, host }: Pick<OutsideLink, 'site' | 'host'>) {
  const [loaded, setLoaded] = useState(false)
  return (
    <span className={loaded ? `${styles.mark} ${styles.loaded}` : styles.mark} aria-hidden="true">
      {site[0]}
      <img
        src={`https://icons.duckduckgo.com/ip3/${host}.ico`}
        alt=""
        width="16"
        height="16"
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
      />
    </span>
  )
}
