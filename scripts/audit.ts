import { spawnSync } from 'node:child_process'

/** The reasons why an advisory does not concern this project, by its number. docs/security.md lists them, too. */
const EXPLAINED: Record<string, string> = {}

interface Report {
  vulnerabilities?: Record<string, { via: (string | { source: number; title: string; url: string })[] }>
}

const npm = process.env.npm_execpath
const [program, args] = npm ? [process.execPath, [npm]] : ['npm', []]
const { stdout } = spawnSync(program, [...args, 'audit', '--json'], { encoding: 'utf8', shell: !npm })
const { vulnerabilities } = readReport(stdout)
if (!vulnerabilities) {
  console.error('npm audit returned no report.')
  process.exit(1)
}

const findings = Object.values(vulnerabilities).flatMap(({ via }) =>
  via.flatMap((each) => (typeof each === 'string' ? [] : [each])),
)
const open = findings.filter(({ source }) => !(source in EXPLAINED))
for (const { title, url } of open) console.error(`${title} (${url})`)
console.log(`${findings.length} findings, ${findings.length - open.length} of them explained.`)
process.exitCode = open.length > 0 ? 1 : 0

function readReport(text: string): Report {
  try {
    return JSON.parse(text) as Report
  } catch {
    return {}
  }
}
