import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { LICENCES_PATH } from '../../domain/paths.ts'

interface Package {
  name: string
  version: string
  license?: string
}

/**
 * Writes a file with the licences of all packages whose code, styles or fonts the built site contains.
 * @returns `collect`, a plugin for each build whose output is served, and `write`, one for the last of them.
 */
export function licences(): { collect: () => Plugin; write: () => Plugin } {
  const folders = new Set<string>()
  return {
    collect: () => ({
      name: 'collect-licences',
      generateBundle(_, bundle) {
        for (const file of sourcesOf(bundle)) {
          const folder = packageFolder(file)
          if (folder) folders.add(folder)
        }
      },
    }),
    write: () => ({
      name: 'write-licences',
      writeBundle: {
        order: 'post',
        sequential: true,
        handler: ({ dir = '' }) => writeFileSync(path.join(dir, LICENCES_PATH), textOf([...folders])),
      },
    }),
  }
}

/** The files that a bundle is made from: modules, and files such as fonts. */
function sourcesOf(bundle: Rolldown.OutputBundle): string[] {
  return Object.values(bundle).flatMap((output) =>
    output.type === 'chunk' ? output.moduleIds : output.originalFileNames,
  )
}

/** Returns the folder of the package that a file belongs to; undefined for a file of the project. */
function packageFolder(file: string): string | undefined {
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path.resolve(file)) ?? []
  return folder && existsSync(path.join(folder, 'package.json')) ? folder : undefined
}

function textOf(folders: string[]): string {
  const texts = folders.map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(path.join(folder, 'package.json'), 'utf8'),
    ) as Package
    return `${name} ${version} (${license ?? 'see below'})\n\n${licenceIn(folder)}`
  })
  return `The licences of the packages that this site contains.\n\n${texts.toSorted().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/** @throws Error if a package has no text of its licence: then the site may not contain it. */
function licenceIn(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name))
  if (!file) throw new Error(`${folder} has no file of its licence.`)
  return readFileSync(path.join(folder, file), 'utf8').trim()
}
