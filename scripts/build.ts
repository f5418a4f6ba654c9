import { buildWeb } from './support/web-build.ts'

if (!buildWeb()) process.exit(1)
