import { buildWeb } from './web-build.ts'

if (!buildWeb()) process.exit(1)
