import { ThemeSwitch } from '../../ui/page/theme-switch.tsx'
import { AccountSection } from './account-section.tsx'

export function ThemeSection() {
  return (
    <AccountSection
      heading="Theme"
      text="Paper or screening room, on this device. By itself it follows the system."
    >
      <ThemeSwitch />
    </AccountSection>
  )
}
