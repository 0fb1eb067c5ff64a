import { api, queryClient, useApiQuery } from '#web/api'
import { pagePath } from '#web/shell'
import type { LandingPageDetail } from '../server/transformers/landing_page_transformer.js'

/** Invalidates the queries after any change. */
export const pagesChanged = () => void queryClient.invalidateQueries({ queryKey: ['landing_pages'] })

/** A query string with the company, if there is one. */
const named = (company: number | null) => (company ? { query: { company } } : {})

/** @param company the id of the company whose pages they are; null: the platform's */
export const usePages = (company: number | null) =>
  useApiQuery(['landing_pages', 'list', company], () => api.landingPages.pages.index(named(company)))

export const usePage = (key: string | null, company: number | null) =>
  useApiQuery(
    ['landing_pages', 'page', key, company],
    () => api.landingPages.pages.show({ params: { page: key ?? '' }, ...named(company) }),
    { enabled: key !== null },
  )

/** The data that every change of a page sends: its company, and the version that was read. */
export const versionOf = ({ company, updated_at }: LandingPageDetail) => ({ company: company?.id ?? null, updated_at })

/** Reads a company's id from the parameters of a screen. */
export const companyIn = (params: URLSearchParams): number | null => Number(params.get('company')) || null

export const listPath = (company: number | null) => `${pagePath('landing_pages.list') ?? '/'}${company ? `?company=${company}` : ''}`
export const editPath = (key: string, company: number | null) =>
  `${pagePath('landing_pages.edit') ?? '/'}?pagina=${key}${company ? `&company=${company}` : ''}`
