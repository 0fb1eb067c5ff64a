import { textIn } from '#core/kit/words'
import { landingPath } from '../../blocks.js'
import type { Listed } from '../services/editing.js'
import type { Shown } from '../services/store.js'

const standing = ({ published, offline_since: offline, changed }: Shown) => ({
  /** The draft differs from the published version. */
  changed,
  offline_since: offline?.toISOString() ?? null,
  published: published && { number: published.number, at: published.published_at.toISOString() },
})

/** Returns the public path, with the login id of the company. */
const pathOf = ({ key, company }: Pick<Shown, 'key' | 'company'>) =>
  `${landingPath(key)}${company ? `?company=${encodeURIComponent(company.loginId)}` : ''}`

/** A landing page as shown in the list. `own` is null where a company's visitors read the platform's texts. */
export const toListed = ({ key, company, own }: Listed, language: string) => ({
  key,
  path: pathOf({ key, company }),
  own: own && { title: textIn(own.draft.content.title, language) || key, ...standing(own) },
})

/** A complete landing page, in the shape of its form's data. */
export const toDetail = (page: Shown, language: string) => ({
  key: page.key,
  company: page.company && { id: page.company.id, name: page.company.name },
  path: pathOf(page),
  title: textIn(page.draft.content.title, language) || page.key,
  ...standing(page),
  content: page.draft.content,
  updated_at: page.draft.version,
  versions: page.versions.map(({ number, published_at: at }) => ({ number, at: at.toISOString() })),
})
export type LandingPageView = ReturnType<typeof toListed>
export type LandingPageDetail = ReturnType<typeof toDetail>
