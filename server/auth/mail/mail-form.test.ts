import { expect, test } from 'vitest'
import { toMail } from './mail-form.ts'
import { addressIsChanging, MAIL_WITH_LINK } from './mail-texts.ts'

const LINK = 'https://films.example.org/auth#token_hash=x&type=recovery'

test('a mail has the same content as text and as HTML', () => {
  const { subject, text, html } = toMail(MAIL_WITH_LINK.recovery(LINK))
  expect(subject).toBe('Choose a new password')
  const words = (part: string) => part.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  for (const sentence of ['Somebody, probably you,', 'The link works once, for one hour.']) {
    expect(text).toContain(sentence)
    expect(words(html)).toContain(sentence)
  }
  expect(text).toContain(`\n${LINK}\n`)
  expect(html).toContain(`href="${LINK.replace('&', '&#38;')}"`)
})

test('the content of a mail is escaped in HTML', () => {
  const { html } = toMail(addressIsChanging('"<b>"@example.org'))
  expect(html).not.toContain('<b>')
  expect(html).toContain('&#34;&#60;b&#62;&#34;@example.org')
})
