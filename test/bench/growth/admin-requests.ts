import { randomUUID } from 'node:crypto'
import { entriesAfter } from '../../../web/features/admin/history/entry-cursor.ts'
import { ADMIN_FILM_COLUMNS } from '../../../web/features/admin/titles-query.ts'
import type { GrowthRequest } from './request.ts'
import type { Site } from './site.ts'

const LATEST = { ascending: false }

const history = ({ admin }: Site) => admin.from('film_history').select()

/** Requests of admins. */
export const adminRequests: GrowthRequest[] = [
  {
    name: '50 titles of the admins’ list, from the middle on',
    send: ({ admin, middle }) =>
      admin
        .from('films')
        .select(ADMIN_FILM_COLUMNS)
        .gt('spine', middle.spine.spine)
        .order('spine')
        .limit(50)
        .throwOnError(),
  },
  {
    name: 'the ids of all titles that match, a thousand at a time',
    send: ({ admin }) => admin.from('films').select('id').gt('id', 0).order('id').limit(1000).throwOnError(),
  },
  {
    name: 'a thousand films of the export',
    send: ({ admin, middle }) =>
      admin
        .from('films')
        .select('*')
        .gt('spine', Math.floor(middle.spine.spine / 2))
        .order('spine')
        .limit(1000)
        .throwOnError(),
  },
  {
    name: 'a film edited',
    send: ({ admin, middle }, round) =>
      admin
        .from('films')
        .update({ director: `Director ${round}` })
        .eq('id', middle.director.id)
        .select(ADMIN_FILM_COLUMNS)
        .throwOnError(),
  },
  {
    name: 'the aliases of a film edited',
    send: ({ admin, middle }, round) =>
      admin
        .from('films')
        .update({ aliases: { title: [`Title ${round}`] } })
        .eq('id', middle.director.id)
        .select('id')
        .throwOnError(),
  },
  {
    name: 'the box set that a film is',
    send: ({ admin, middle }) =>
      admin.from('sets').select('id, films').eq('film_id', middle.spine.id).throwOnError(),
  },
  {
    name: 'the films of a box set edited',
    send: ({ admin, middle }, round) =>
      admin
        .from('sets')
        .update({ films: [{ film_id: middle.spine.id }, { title: `Title ${round}` }] })
        .eq('title', 'Set 7')
        .select('id')
        .throwOnError(),
  },
  {
    name: 'a format toggled',
    send: ({ admin, middle }, round) =>
      admin
        .from('films')
        .update({ dvd: round % 2 === 0 })
        .eq('id', middle.spine.id)
        .select(ADMIN_FILM_COLUMNS)
        .throwOnError(),
  },
  {
    name: 'fifty films changed at once',
    send: changeFifty,
  },
  {
    name: 'an update of fifty films reverted',
    growsWith: 'films of the update',
    send: async (site) => {
      const update_id = await changeFifty(site)
      // Only the revert is measured.
      site.take()
      await site.admin.rpc('revert_film_update', { update_id, as_update: randomUUID() }).throwOnError()
    },
  },
  {
    name: 'a film added',
    send: ({ admin, films }, round) =>
      admin
        .from('films')
        .insert({ spine: 10 * films + round, title: 'New', director: 'New' })
        .throwOnError(),
  },
  {
    name: 'a count of the people who track a film',
    growsWith: 'people who track the film',
    send: ({ admin, middle }) =>
      admin.rpc('count_film_trackers', { film_id: middle.year.id }, { get: true }).throwOnError(),
  },
  {
    name: 'a count of the people who own the DVDs of fifty films',
    growsWith: 'people who own the films',
    send: ({ admin, middle }) =>
      admin
        .rpc('count_format_owners', {
          changes: Array.from({ length: 50 }, (_, index) => ({
            id: middle.spine.id + index,
            after: { dvd: false },
          })),
        })
        .throwOnError(),
  },
  {
    name: 'a film deleted and restored with its marks',
    growsWith: 'people who track the film',
    send: async ({ admin, middle }) => {
      await admin.from('films').delete().eq('id', middle.year.id).select('id').throwOnError()
      await admin.rpc('restore_film', { film_id: middle.year.id }).throwOnError()
    },
  },
  {
    name: 'the latest 50 of the history',
    growsWith: 'films of the updates among them: counted',
    send: (site) => inOrder(history(site).is('in_update', false)),
  },
  {
    name: '50 of the history, from the middle on',
    send: (site) => {
      const place = { at: site.halfway, spine: site.middle.spine.spine, id: '1' }
      return inOrder(entriesAfter(history(site).is('in_update', false), place))
    },
  },
  {
    name: 'the history of a film',
    send: (site) => inOrder(history(site).eq('film_id', site.middle.title.id)),
  },
  {
    name: 'the films of an update',
    growsWith: 'films of the update: put in order',
    send: (site) => inOrder(history(site).eq('update_id', site.update.id).is('in_update', true)),
  },
  {
    name: 'an update',
    growsWith: 'films of the update: counted',
    send: (site) =>
      history(site).eq('id', site.update.id).eq('operation', 'update').maybeSingle().throwOnError(),
  },
  {
    name: 'the latest updates of many films',
    growsWith: 'films of the updates: counted',
    send: (site) =>
      history(site).eq('operation', 'update').order('at', LATEST).order('id').limit(10).throwOnError(),
  },
  {
    name: 'who changed a film',
    send: ({ admin, middle }) =>
      admin
        .from('film_history')
        .select('who')
        .eq('film_id', middle.title.id)
        .order('at', LATEST)
        .limit(3)
        .throwOnError(),
  },
  {
    name: 'which films an update has changed, a thousand at a time',
    send: ({ admin, update }) =>
      admin
        .from('film_changes')
        .select('film_id')
        .eq('update_id', update.id)
        .gt('film_id', 0)
        .order('film_id')
        .limit(1000)
        .throwOnError(),
  },
  {
    name: 'a search of the history that finds nothing',
    growsWith: 'history',
    send: (site) => inOrder(history(site).like('search', '*xyzzy*')),
  },
]

/** Changes fifty films and returns the id of the update. */
async function changeFifty({ admin, middle }: Site): Promise<string> {
  const films = admin.from('films').select('id, bluray').gt('id', middle.spine.id).order('id').limit(50)
  const { data } = await films.throwOnError()
  const changes = data.map(({ id, bluray }) => ({ id, after: { bluray: !bluray } }))
  const update_id = randomUUID()
  await admin.rpc('change_film_formats', { update_id, update_name: 'Set', changes }).throwOnError()
  return update_id
}

/** Applies the order and limit of the history page. */
function inOrder(entries: ReturnType<typeof history>) {
  return entries.order('at', LATEST).order('spine', { nullsFirst: true }).order('id').limit(50).throwOnError()
}
