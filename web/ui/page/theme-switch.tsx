import { Monitor, Moon, Sun } from 'lucide-react'
import { useId, useRef } from 'react'
import { useOnHydrated } from '../use-on-hydrated.ts'
import { chooseTheme, THEMES, type Theme, useTheme } from './theme.ts'
import styles from './theme-switch.module.css'

const CHOICES: Record<Theme, { label: string; Icon: typeof Sun }> = {
  system: { label: 'System', Icon: Monitor },
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
}

export function ThemeSwitch() {
  const theme = useTheme()
  const name = useId()
  const choices = useRef<HTMLFieldSetElement>(null)

  useOnHydrated(() => {
    const chosen = choices.current?.querySelector<HTMLInputElement>(':checked')?.value as Theme
    if (chosen !== theme) chooseTheme(chosen)
  })

  return (
    <fieldset ref={choices} className={styles.switch}>
      <legend className="visually-hidden">Theme</legend>
      {THEMES.map((choice) => {
        const { label, Icon } = CHOICES[choice]
        return (
          <label key={choice} className={styles.choice} title={label}>
            <input
              type="radio"
              name={name}
              value={choice}
              autoComplete="off"
              aria-label={label}
              checked={theme === choice}
              onChange={() => chooseTheme(choice)}
            />
            <Icon aria-hidden="true" strokeWidth={1.75} />
          </label>
        )
      })}
    </fieldset>
  )
}
