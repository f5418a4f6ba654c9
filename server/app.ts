import compress from '@fastify/compress'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { openKeys, type SiteKeys } from './auth/keys/keys.ts'
import { authRoutes } from './auth/routes.ts'
import { type AuthenticateToken, authenticator, tokenAuthenticator } from './auth/sessions/authenticate.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { handleClientError, handleError } from './errors.ts'
import { createHttpServer } from './http/http-server.ts'
import { type Lifecycle, startLifecycle } from './http/lifecycle.ts'
import { type LoadShedding, openLoadShedding } from './http/load-shedding.ts'
import { rejectAmbiguousFraming } from './http/reject-ambiguous-framing.ts'
import { followHandlers, type RunningHandlers } from './http/running-handlers.ts'
import { apiHeaders, pageHeaders } from './http/security-headers.ts'
import { staticRoutes } from './http/static-files.ts'
import { trustedProxies } from './http/trusted-proxy.ts'
import { logFailure } from './observe/log.ts'
import { startObserver } from './observe/observer.ts'
import { probeRoutes } from './observe/probes.ts'
import { feedRoutes } from './pages/feed.ts'
import { findProfile } from './pages/profile-head.ts'
import { sitemapRoutes } from './pages/sitemap.ts'
import { pictureRoutes } from './pictures/routes.ts'
import { openAnnouncer } from './realtime/announcer.ts'
import { isRealtimeUpgrade, REALTIME_PATH, serveRealtime } from './realtime/realtime.ts'
import { BROTLI } from './response-cache/cached-response.ts'
import { openResponseCache, type ResponseCache } from './response-cache/response-cache.ts'
import { anonymousFetch } from './rest/anonymous-fetch.ts'
import { restRoutes } from './rest/routes.ts'
import { openSchemaCache, type SchemaCache } from './rest/schema/schema-cache.ts'

/** Services of hosted Supabase that this server does not offer. */
const NOT_SERVED = ['storage', 'functions']

/** The `Retry-After` of a 503 that sets none. */
const RETRY_AFTER_SECONDS = 2

/** The parts of a site that its routes share. */
interface Parts {
  config: Config
  db: Database
  keys: SiteKeys
  schema: SchemaCache
  responseCache: ResponseCache
  loadShedding: LoadShedding
  lifecycle: Lifecycle
  authenticateToken: AuthenticateToken
  handlers: RunningHandlers
}

/** Builds the whole site as one Fastify application. Resolves once it is ready for requests. */
export async function buildApp(
  config: Config,
  database: Database,
  lifecycle: Lifecycle = startLifecycle(),
): Promise<FastifyInstance> {
  const observer = await startObserver(config, database)
  const { db } = observer
  // The keys and the schema are read while the plugins load.
  const keys = openKeys(db)
  const schema = openSchemaCache(
    db,
    () => responseCache.clear(),
    (err) => app.log.error({ err }, 'The schema could not be read.'),
  )
  const responseCache = openResponseCache(db, { lifecycle, observer, publishable: () => keys.publishable })
  const loadShedding = openLoadShedding()
  const authenticateToken = tokenAuthenticator(keys)
  const dataHeaders = apiHeaders(config.siteUrl)
  const app = Fastify({
    ...observer.options,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    frameworkErrors: (error, request, reply) => {
      reply.headers(dataHeaders)
      handleError(error, request, reply)
    },
    clientErrorHandler: handleClientError,
    serverFactory: createHttpServer(responseCache, trustedProxies(config.trustProxy), isRealtimeUpgrade),
    // Requests that arrive over open connections while the server stops are served like any others.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
  })
  const handlers = followHandlers(app)
  app.addHook('onClose', () => keys.release())
  app.addHook('onClose', async () => {
    await schema.close()
    await responseCache.close()
  })
  app.setErrorHandler(handleError)
  observer.observe(app)
  app.addHook('onRequest', rejectAmbiguousFraming(dataHeaders))
  app.addHook('onSend', (_, reply, payload, done) => {
    // A client sends its next request over the open connection. `close` makes it connect again, to another server.
    if (lifecycle.isStopping) reply.header('connection', 'close')
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) {
      reply.header('retry-after', RETRY_AFTER_SECONDS)
    }
    done(null, payload)
  })
  app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], brotliOptions: BROTLI })
  const parts: Parts = {
    config,
    db,
    keys,
    schema,
    responseCache,
    loadShedding,
    lifecycle,
    authenticateToken,
    handlers,
  }
  app.register((api) => apiRoutes(api, parts, dataHeaders))
  const site = app.register((site) => siteRoutes(site, parts))
  const realtime = serveRealtime(app, parts)
  const opened = await Promise.allSettled([keys.ready, schema.ready, responseCache.ready, realtime, site])
  // The first of several failures counts: on a hosted project, only that of the keys says what is wrong.
  const failed = opened.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return app
}

/** Serves `/rest/v1` and `/auth/v1`. */
async function apiRoutes(
  api: FastifyInstance,
  { config, db, keys, schema, responseCache, loadShedding, authenticateToken, handlers }: Parts,
  headers: Record<string, string>,
): Promise<void> {
  api.addHook('onRequest', async (_, reply) => {
    reply.headers(headers)
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
    // An OPTIONS request that is not a preflight gets the same response.
    strictPreflight: false,
  })
  const authenticate = authenticator(keys, authenticateToken)
  const announcer = openAnnouncer(
    db,
    logFailure(api.log, 'Changes could not be announced to those who listen.'),
  )
  // A handler whose caller has gone may still change something.
  api.addHook('onClose', async () => {
    await handlers.ended()
    await announcer.close()
  })
  await api.register(async (tables) => {
    loadShedding.limit(tables)
    await tables.register(restRoutes, {
      prefix: '/rest/v1',
      db,
      schema,
      authenticate,
      responseCache,
      onChanges: announcer.add,
      version: config.version,
    })
  })
  await api.register(async (accounts) => {
    loadShedding.rejectWhenFull(accounts)
    const { databaseFor } = loadShedding
    await accounts.register(authRoutes, {
      prefix: '/auth/v1',
      db,
      keys,
      authenticate,
      config,
      databaseFor,
      handlers,
    })
  })
  api.get(REALTIME_PATH, (_, reply) =>
    reply
      .code(426)
      .headers({ upgrade: 'websocket', 'cache-control': 'no-store' })
      .send({ message: 'Open a WebSocket here. A proxy must pass on the headers Connection and Upgrade.' }),
  )
  api.all('/realtime/v1/*', (_, reply) =>
    reply
      .code(404)
      .header('cache-control', 'no-store')
      .send({
        message: `The realtime service of this server offers only the changes of tables: ${REALTIME_PATH}`,
      }),
  )
  for (const service of NOT_SERVED) {
    api.all(`/${service}/v1/*`, (_, reply) =>
      reply
        .code(404)
        .header('cache-control', 'no-store')
        .send({ message: `This server does not offer ${service}.` }),
    )
  }
}

/** Serves the pages and files of the web application, its configuration and the probes. */
async function siteRoutes(
  site: FastifyInstance,
  { config, db, keys, schema, responseCache, loadShedding, lifecycle }: Parts,
): Promise<void> {
  const { runInSlot, servedWithin } = loadShedding
  const clientConfig = (supabaseUrl: string) => ({ supabaseUrl, supabaseKey: keys.publishable })
  await site.register(helmet, pageHeaders(config.siteUrl))
  site.get('/config.json', (request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .send(clientConfig(config.siteUrl ?? `${request.protocol}://${request.host}`)),
  )
  await site.register(probeRoutes, { db, lifecycle, version: config.version, servedWithin })
  await site.register(sitemapRoutes, { db, siteUrl: config.siteUrl, runInSlot, responseCache })
  await site.register(feedRoutes, { db, siteUrl: config.siteUrl, runInSlot, responseCache })
  await site.register(pictureRoutes, { db, webDir: config.webDir, runInSlot, responseCache })
  await site.register(staticRoutes, {
    webDir: config.webDir,
    // The browser resolves `/` against the page's address, so that a page is the same under all names of the site.
    clientConfig: () => clientConfig(config.siteUrl ?? '/'),
    siteUrl: config.siteUrl,
    findProfile: (request, name) => runInSlot(request, () => findProfile(db, name)),
    runInSlot,
    read: anonymousFetch(db, schema),
    responseCache,
  })
}
