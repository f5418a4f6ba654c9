import { ThemeSwitch } from '../../ui/page/theme-switch.tsx'
import { AccountSection } from './account-section.tsx'

export function ThemeSection() {
  return (
    <AccountSection
      heading="Theme"
      text="Choose the light or the dark theme for this device. By default it follows the system."
    >
      <ThemeSwitch />
    </AccountSection>
  )
}
