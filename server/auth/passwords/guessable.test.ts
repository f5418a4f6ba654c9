import { expect, test } from 'vitest'
import { requireHardToGuess } from './guessable.ts'

test('a common password is refused', async () => {
  for (const bad of ['password', 'PassWord', '12345678', 'qwertyuiop', 'iloveyou', 'trustno1']) {
    await expect(requireHardToGuess(bad, [])).rejects.toThrow(/many people have/)
  }
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const listed = dictionary['passwords-common'].filter((password) => password.length >= 8)
  expect(listed.length).toBeGreaterThan(3000)
})

test('a password of little more than public words is refused', async () => {
  const about = ['margot@films.example', 'margot-tenenbaum']
  for (const bad of [
    'criterion',
    'Criterion1982!',
    'margot1234',
    'TenenbaumMargot',
    'films.example',
    'margot margot',
  ]) {
    await expect(requireHardToGuess(bad, about)).rejects.toThrow(/little more than your name/)
  }
  for (const good of ['margot likes owls', 'the criterion of truth', 'tenenbau']) {
    await requireHardToGuess(good, about)
  }
})
