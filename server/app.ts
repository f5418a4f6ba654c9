import path from 'node:path'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { openKeys } from './auth/keys/keys.ts'
import { authRoutes } from './auth/routes.ts'
import { authenticator } from './auth/sessions/authenticate.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { answerError, answerUnreadable } from './errors.ts'
import { serverOver } from './http/http-server.ts'
import { type Lifecycle, startLifecycle } from './http/lifecycle.ts'
import { openAdmission } from './http/load-shedding.ts'
import { plainFraming } from './http/reject-ambiguous-framing.ts'
import { apiHeaders, pageHeaders } from './http/security-headers.ts'
import { staticRoutes } from './http/static-files.ts'
import { trustedProxies } from './http/trusted-proxy.ts'
import { probeRoutes } from './observe/probes.ts'
import { startWatch } from './observe/watch.ts'
import { findProfilePage } from './pages/profile-head.ts'
import { BROTLI } from './response-cache/cached-response.ts'
import { openAnswers } from './response-cache/response-cache.ts'
import { publicFetch } from './rest/public-fetch.ts'
import { restRoutes } from './rest/routes.ts'
import { keptSchema } from './rest/schema/kept-schema.ts'
import { openSchemaCache } from './rest/schema/schema-cache.ts'

/** Parts of the hosted contract that no screen needs yet. */
const NOT_SERVED = ['realtime', 'storage', 'functions']

/** After how long whoever was answered 503 may try again, where nothing more is known. */
const UNAVAILABLE_SECONDS = 2

/** The whole site as one Fastify application, ready for requests. */
export async function buildApp(
  config: Config,
  database: Database,
  lifecycle: Lifecycle = startLifecycle(),
): Promise<FastifyInstance> {
  const watch = await startWatch(config, database)
  const { db } = watch
  // They are read while the plugins load.
  const keys = openKeys(db)
  const schema = openSchemaCache(
    db,
    () => answers.clear(),
    (err) => app.log.error({ err }, 'The schema could not be read.'),
    // A server's catalogue is asked soon enough, and may change while nobody hears of it.
    config.databaseUrl ? undefined : keptSchema(db, path.join(config.dataDir, 'schema.json')),
  )
  const answers = openAnswers(db, {
    ...{ lifecycle, watch },
    publishable: () => keys.publishable,
  })
  const dataHeaders = apiHeaders(config.siteUrl)
  const app = Fastify({
    ...watch.options,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    frameworkErrors: (error, request, reply) => {
      reply.headers(dataHeaders)
      answerError(error, request, reply)
    },
    clientErrorHandler: answerUnreadable,
    serverFactory: serverOver(answers, trustedProxies(config.trustProxy)),
    // What comes over an open connection while the server stops is answered like any other.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
  })
  const admission = openAdmission()
  app.addHook('onClose', () => keys.release())
  app.addHook('onClose', async () => {
    await schema.close()
    await answers.close()
  })
  app.setErrorHandler(answerError)
  watch.follow(app)
  app.addHook('onRequest', plainFraming(dataHeaders))
  app.addHook('onSend', (_, reply, payload, done) => {
    // A client that keeps its connection sends the next request over it; told to close it, it goes to another server.
    if (lifecycle.isStopping) reply.header('connection', 'close')
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) {
      reply.header('retry-after', UNAVAILABLE_SECONDS)
    }
    done(null, payload)
  })

  const clientConfig = (supabaseUrl: string) => ({ supabaseUrl, supabaseKey: keys.publishable })

  app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: BROTLI,
  })

  app.register(async (api) => {
    api.addHook('onRequest', async (_, reply) => {
      reply.headers(dataHeaders)
    })
    await api.register(cors, {
      origin: '*',
      methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'],
      exposedHeaders: [
        'content-range',
        'content-location',
        'location',
        'preference-applied',
        'x-request-id',
        'retry-after',
      ],
      maxAge: 3600,
      // An OPTIONS request that is no preflight gets the same answer.
      strictPreflight: false,
    })
    const authenticate = authenticator(keys)
    await api.register(async (tables) => {
      admission.limit(tables)
      await tables.register(restRoutes, { prefix: '/rest/v1', db, schema, authenticate, answers })
    })
    await api.register(async (accounts) => {
      admission.turnAway(accounts)
      await accounts.register(authRoutes, {
        ...{ prefix: '/auth/v1', db, keys, authenticate, config },
        databaseFor: admission.databaseFor,
      })
    })
    for (const part of NOT_SERVED) {
      api.all(`/${part}/v1/*`, (_, reply) =>
        reply
          .code(404)
          .header('cache-control', 'no-store')
          .send({ message: `This server does not offer ${part}.` }),
      )
    }
  })

  const site = app.register(async (site) => {
    await site.register(helmet, pageHeaders(config.siteUrl))
    site.get('/config.json', (request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .send(clientConfig(config.siteUrl ?? `${request.protocol}://${request.host}`)),
    )
    await site.register(probeRoutes, {
      ...{ db, lifecycle, version: config.version },
      servedWithin: admission.servedWithin,
    })
    await site.register(staticRoutes, {
      webDir: config.webDir,
      // A page knows by itself where it came from, and so is the same under all names of the site.
      clientConfig: () => clientConfig(config.siteUrl ?? '/'),
      findProfile: (request, name) => admission.run(request, () => findProfilePage(db, name)),
      admit: admission.run,
      read: publicFetch(db, schema),
      answers,
    })
  })
  await Promise.all([keys.ready, schema.ready, answers.ready, site])
  return app
}
