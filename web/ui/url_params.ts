import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

type Edit = (params: URLSearchParams) => void

interface Place {
  readonly pathname: string
  readonly search: string
}

interface EditOptions {
  /** Replaces the current history entry instead of adding one. */
  replace?: boolean
}

type Go = (search: string, options: { replace: boolean }) => void

/**
 * Collects the edits of one turn into one navigation, based on the address at that time. react-router's own setter starts from the
 * parameters of the last render, so that the first of two edits between renders would be lost.
 */
export function createUrlEditor(here: () => Place, later: (run: () => void) => void = queueMicrotask) {
  let pending: { edit: Edit; replace: boolean; pathname: string }[] = []
  return (edit: Edit, { replace = false }: EditOptions, go: Go): void => {
    pending.push({ edit, replace, pathname: here().pathname })
    if (pending.length > 1) return
    later(() => {
      const { pathname, search } = here()
      // Edits of a page that has been left are dropped.
      const edits = pending.filter((one) => one.pathname === pathname)
      pending = []
      if (!edits.length) return
      const params = new URLSearchParams(search)
      for (const one of edits) one.edit(params)
      go(`?${params.toString()}`, { replace: edits.every((one) => one.replace) })
    })
  }
}

const editUrl = createUrlEditor(() => window.location)

/** The parameters of the address, and a function that edits some of them without changing the others. */
export function useUrlParams() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const edit = useCallback(
    (change: Edit, options: EditOptions = {}) =>
      editUrl(change, options, (search, { replace }) => void navigate(search, { replace, preventScrollReset: true })),
    [navigate],
  )
  return [params, edit] as const
}
