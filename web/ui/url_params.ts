import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

type Edit = (params: URLSearchParams) => void

interface Place {
  readonly pathname: string
  readonly search: string
}

interface EditOptions {
  /** Takes the place of the present entry of the history instead of adding one. */
  replace?: boolean
}

type Go = (search: string, options: { replace: boolean }) => void

/**
 * Collects edits of one turn and makes one navigation of them, on the address
 * as it is then. react-router's own setter starts from the parameters of the
 * last render, so of two edits between renders the first was lost.
 */
export function createUrlEditor(here: () => Place, later: (run: () => void) => void = queueMicrotask) {
  let pending: { edit: Edit; replace: boolean; pathname: string }[] = []
  return (edit: Edit, { replace = false }: EditOptions, go: Go): void => {
    pending.push({ edit, replace, pathname: here().pathname })
    if (pending.length > 1) return
    later(() => {
      const { pathname, search } = here()
      // Whoever has left the page in the meantime takes nothing along.
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

/** The parameters of the address, and a way to edit some of them that leaves all others alone. */
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
