import { Button, Divider, IconButton, ListItemIcon, ListItemText, MenuItem } from '@mui/material'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { api, useApiMutation, useApiQuery } from '#web/api'
import { useT } from '#web/i18n'
import { Icon } from '../icons/index.js'
import { PopupMenu } from '../PopupMenu.js'
import { useToast } from '../toasts/toast_queue.js'
import type { ShownColumns } from './table_types.js'
import type { TableState } from './use_table_state.js'
import { Tip } from '../Tip.js'

const SaveViewDialog = lazy(() => import('./SaveViewDialog.js'))

interface SavedViewsProps<R> {
  /** The list's name on the server. */
  list: string
  state: Pick<TableState, 'kept' | 'apply'>
  shown: ShownColumns<R>
  /** Shows only an icon, where there is no room for text. */
  compact: boolean
}

interface ViewsButtonProps {
  compact: boolean
  /** Name of the current view. */
  name?: string | undefined
  disabled?: boolean
  'aria-expanded'?: boolean
  onClick?: (event: MouseEvent<HTMLElement>) => void
}

/** The button that opens the menu of views and names the current one. */
export function ViewsButton({ compact, name, ...props }: ViewsButtonProps) {
  const t = useT()
  const label = name ?? t('core.table.views')
  if (compact) {
    return (
      <IconButton {...props} aria-haspopup="menu" aria-label={label} color={name ? 'primary' : 'default'}>
        <Icon name="star" />
      </IconButton>
    )
  }
  return (
    <Button {...props} aria-haspopup="menu" color="inherit" startIcon={<Icon name="star" />} sx={{ maxWidth: 220, whiteSpace: 'nowrap' }}>
      {label}
    </Button>
  )
}

/** The views of a list: one's own and those that colleagues share. A view stores filters, sort order and columns. */
export function SavedViews<R>({ list, state, shown, compact }: SavedViewsProps<R>) {
  const t = useT()
  const toast = useToast()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [saving, setSaving] = useState(false)
  const key = ['core', 'list_views', list]
  const known = useApiQuery(key, () => api.core.listViews.index({ query: { list } }), { staleTime: 60_000 })
  const remove = useApiMutation((id: number) => api.core.listViews.remove({ params: { id } }), { refresh: [key] })
  const views = known.data?.data ?? []
  const now = `${state.kept}${state.kept && '&'}columns=${shown.visible.map((column) => column.key).join('%2C')}`
  const current = views.find(({ filter }) => filter === now)

  const show = (filter: string) => {
    setAnchor(null)
    state.apply(filter)
    const columns = new URLSearchParams(filter).get('columns')
    if (columns) shown.show(columns.split(','))
  }
  return (
    <>
      <ViewsButton
        compact={compact}
        name={current?.name}
        aria-expanded={Boolean(anchor)}
        onClick={(event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget)}
      />
      <PopupMenu label={t('core.table.views')} anchor={anchor} onClose={() => setAnchor(null)} width={{ min: 260, max: 360 }}>
        {views.map(({ id, name: called, filter, shared, own }) => (
          <MenuItem key={id} selected={id === current?.id} onClick={() => show(filter)} sx={{ gap: 2 }}>
            <ListItemText
              primary={called}
              secondary={shared ? t(own ? 'core.table.view_shared' : 'core.table.view_of_colleague') : undefined}
              slotProps={{ primary: { sx: { overflowWrap: 'anywhere', whiteSpace: 'normal' } } }}
            />
            {own && (
              <Tip title={t('core.table.view_remove')}>
                <IconButton
                  size="small"
                  edge="end"
                  aria-label={t('core.table.view_remove_of', { name: called })}
                  onClick={(event) => {
                    event.stopPropagation()
                    remove.mutate(id, { onSuccess: () => toast.success(t('core.table.view_removed', { name: called })) })
                  }}
                >
                  <Icon name="delete" />
                </IconButton>
              </Tip>
            )}
          </MenuItem>
        ))}
        {views.length > 0 && <Divider component="li" role="separator" />}
        <MenuItem
          onClick={() => {
            setAnchor(null)
            setSaving(true)
          }}
        >
          <ListItemIcon>
            <Icon name="add" />
          </ListItemIcon>
          {t('core.table.view_save')}
        </MenuItem>
      </PopupMenu>
      {saving && (
        <Suspense>
          <SaveViewDialog list={list} filter={now} known={views} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </>
  )
}
