import { textIn } from '#core/kit/words'
import { landingPath } from '../../blocks.js'
import type { Overview, Shown } from '../services/store.js'

/** A landing page as shown in the list. */
export const toOverview = ({ key, draft, published, offline_since: offline, changed }: Overview, language: string) => ({
  key,
  path: landingPath(key),
  title: textIn(draft.content.title, language) || key,
  /** The draft differs from the published version. */
  changed,
  offline_since: offline?.toISOString() ?? null,
  published: published && { number: published.number, at: published.published_at.toISOString() },
})

/** A complete landing page, in the shape of its form's data. */
export const toDetail = (page: Shown, language: string) => ({
  ...toOverview(page, language),
  content: page.draft.content,
  updated_at: page.draft.version,
  versions: page.versions.map(({ number, published_at: at }) => ({ number, at: at.toISOString() })),
})
export type LandingPageView = ReturnType<typeof toOverview>
export type LandingPageDetail = ReturnType<typeof toDetail>
