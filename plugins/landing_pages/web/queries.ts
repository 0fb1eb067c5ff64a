import { api, queryClient, useApiQuery } from '#web/api'
import { pagePath } from '#web/shell'

/** Invalidates the queries after any change. */
export const pagesChanged = () => void queryClient.invalidateQueries({ queryKey: ['landing_pages'] })

export const usePages = () => useApiQuery(['landing_pages', 'list'], () => api.landingPages.pages.index({}))

export const usePage = (key: string | null) =>
  useApiQuery(['landing_pages', 'page', key], () => api.landingPages.pages.show({ params: { page: key ?? '' } }), { enabled: key !== null })

export const listPath = () => pagePath('landing_pages.list') ?? '/'
export const editPath = (key: string) => `${pagePath('landing_pages.edit') ?? '/'}?pagina=${key}`
