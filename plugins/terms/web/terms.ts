import { request } from '#web/api'

export interface Version {
  id: number
  number: number
  texts: Record<string, string>
  published_at: string
}

/** The version that this person still has to accept; `again`: they accepted an earlier one. */
export type Pending = Version & { again: boolean }

export interface ListedVersion extends Version {
  company_id: number | null
  company: string | null
  accepted: number
}

export interface Versions {
  data: ListedVersion[]
  companies: { id: number; name: string }[]
}

export const readVersions = (company: string | null) => request<Versions>(`/api/terms/versions${company ? `?company=${company}` : ''}`)
export const readCurrent = (company: string | null) =>
  request<{ data: Version | null }>(`/api/terms/current${company ? `?company=${encodeURIComponent(company)}` : ''}`)

/** The language in which a version is shown to a reader of `lang`. */
export const languageOf = ({ texts }: Version, lang: string): string =>
  [lang, 'en', 'nl', ...Object.keys(texts)].find((language) => texts[language]) ?? lang
