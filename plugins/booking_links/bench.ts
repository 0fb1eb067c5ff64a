import type { PluginBench } from '#core/contract/bench'

/** An old address of a page: the same server answers it with a redirect and does nothing else. */
const REDIRECT = '/training/deelnemer/inzichten'

/** A link on a busy day: what its visits cost beside a redirect that counts nothing. */
const bench: PluginBench = {
  prepare: async () => [],

  async cpuRatios({ sql }) {
    const [link] = await sql('select token from booking_links_links order by id limit 1')
    return [
      { name: 'a visit of a booking link, beside a bare redirect', path: `/b/${link!.token}`, bare: REDIRECT, status: 302, most: 1.5 },
    ]
  },
}

export default bench
