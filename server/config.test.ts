import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const SITE_URL = 'https://films.example.org'

describe('the mail server', () => {
  const mail = (SMTP_URL: string, settings = { SITE_URL }) => readConfig({ SMTP_URL, ...settings }).mail

  test('is undefined unless it is set', () => {
    expect(mail('')).toBeUndefined()
  })

  test('has a sender from its address, or no-reply at the site’s host', () => {
    expect(mail('smtp://mail.example.org:587')).toEqual({
      url: 'smtp://mail.example.org:587',
      from: 'no-reply@films.example.org',
    })
    expect(mail('smtps://me:secret@mail.example.org?from=Films%20%3Cme@example.org%3E&pool=true')).toEqual({
      url: 'smtps://me:secret@mail.example.org?pool=true',
      from: 'Films <me@example.org>',
    })
  })

  test('needs SITE_URL', () => {
    expect(() => mail('smtp://mail.example.org', { SITE_URL: '' })).toThrow(
      /^SMTP_URL needs SITE_URL, .*; set SITE_URL, too\.$/,
    )
  })

  test.each(['mail.example.org', 'http://mail.example.org', 'smtp://', 'smtp:secret'])(
    'at the invalid address %s is refused, without its password in the message',
    (url) => {
      expect(() => mail(url)).toThrow(/^SMTP_URL is not a valid address; it must be an address such as smtp:/)
    },
  )
})
