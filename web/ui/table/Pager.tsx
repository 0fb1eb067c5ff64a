import { Pagination, Stack, Typography } from '@mui/material'
import { useT } from '#web/i18n'
import type { TableState } from './use_table_state.js'

/** Accessible names of the pagination buttons. MUI asks for the name of the dots too, which are not buttons. */
export function usePageLabel() {
  const t = useT()
  return (type: string, page: number | null | undefined): string =>
    type.endsWith('ellipsis') ? '' : type === 'page' ? t('core.table.to_page', { page: page ?? 1 }) : t(`core.table.${type}_page`)
}

interface TotalProps {
  total: number
  /** There are more rows than were counted. */
  more?: boolean
}

/** The number of rows of a list. */
export function Total({ total, more = false }: TotalProps) {
  const t = useT()
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {t(more ? 'core.table.total_more' : 'core.table.total', { count: total })}
    </Typography>
  )
}

interface PagerProps extends TotalProps {
  state: Pick<TableState, 'page' | 'perPage' | 'setPage'>
  /** The page already shows the total elsewhere. */
  isTold?: boolean
}

/** The pagination below a list's rows, with the total. */
export function Pager({ state, isTold = false, ...counted }: PagerProps) {
  const pageLabel = usePageLabel()
  const pages = Math.max(1, Math.ceil(counted.total / state.perPage))
  if (isTold && pages === 1) return null
  return (
    <Stack sx={{ alignItems: 'center', gap: 2, p: 3 }}>
      {pages > 1 && (
        <Pagination
          count={pages}
          page={state.page}
          siblingCount={0}
          getItemAriaLabel={pageLabel}
          onChange={(_event, page) => state.setPage(page)}
        />
      )}
      {!isTold && <Total {...counted} />}
    </Stack>
  )
}
