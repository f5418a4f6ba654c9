import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const SITE_URL = 'https://films.example.org'

describe('the mail server', () => {
  const mail = (SMTP_URL: string, settings = { SITE_URL }) => readConfig({ SMTP_URL, ...settings }).mail

  test('is none unless it is named', () => {
    expect(mail('')).toBeUndefined()
  })

  test('gets mails from the site’s own host, or whom the address names', () => {
    expect(mail('smtp://mail.example.org:587')).toEqual({
      url: 'smtp://mail.example.org:587',
      from: 'no-reply@films.example.org',
    })
    expect(mail('smtps://me:secret@mail.example.org?from=Films%20%3Cme@example.org%3E&pool=true')).toEqual({
      url: 'smtps://me:secret@mail.example.org?pool=true',
      from: 'Films <me@example.org>',
    })
  })

  test('needs the address that links lead to', () => {
    expect(() => mail('smtp://mail.example.org', { SITE_URL: '' })).toThrow(
      /^SMTP_URL needs SITE_URL, .*; set it, too\.$/,
    )
  })

  test.each(['mail.example.org', 'http://mail.example.org', 'smtp://', 'smtp:secret'])(
    'at %s is refused, without its password',
    (url) => {
      expect(() => mail(url)).toThrow(/^SMTP_URL is no such address; it must be an address such as smtp:/)
    },
  )
})
