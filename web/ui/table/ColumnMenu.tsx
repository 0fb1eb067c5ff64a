import { Checkbox, Divider, IconButton, ListSubheader, MenuItem, Radio, Typography } from '@mui/material'
import { useAtom } from 'jotai'
import { useId, useState } from 'react'
import { useT } from '#web/i18n'
import { Icon } from '../icons/index.js'
import { PopupMenu } from '../PopupMenu.js'
import { DENSITIES, densityAtom } from './density.js'
import type { TableColumn } from './table_types.js'
import { Tip } from '../Tip.js'

interface ColumnMenuProps<R> {
  columns: readonly TableColumn<R>[]
  visible: readonly TableColumn<R>[]
  onToggle: (key: string) => void
}

/** People have about twenty columns; the list stays visible beside the menu. */
const MAX_HEIGHT = 440

/** The menu to choose the visible columns and the row density. */
export function ColumnMenu<R>({ columns, visible, onToggle }: ColumnMenuProps<R>) {
  const t = useT()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [density, setDensity] = useAtom(densityAtom)
  const shown = (key: string) => visible.some((column) => column.key === key)
  return (
    <>
      <Tip title={t('core.table.columns')}>
        <IconButton aria-label={t('core.table.columns')} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
          <Icon name="columns" />
        </IconButton>
      </Tip>
      <PopupMenu label={t('core.table.columns')} anchor={anchor} onClose={() => setAnchor(null)} maxHeight={MAX_HEIGHT}>
        {columns.map((column) => {
          const last = shown(column.key) && visible.length === 1
          return (
            <MenuItem
              key={column.key}
              role="menuitemcheckbox"
              aria-checked={shown(column.key)}
              disabled={last}
              {...(last && { 'aria-describedby': `${id}-one` })}
              onClick={() => onToggle(column.key)}
              sx={{ py: 0 }}
            >
              <Checkbox size="small" checked={shown(column.key)} tabIndex={-1} disableRipple inert sx={{ ml: -2 }} />
              {column.label}
            </MenuItem>
          )
        })}
        {visible.length === 1 && (
          // A menu may only contain entries, so text between them has no role of its own.
          <Typography
            id={`${id}-one`}
            component="li"
            role="presentation"
            variant="caption"
            sx={{ display: 'block', px: 3, py: 2, color: 'text.secondary', maxWidth: 240 }}
          >
            {t('core.table.one_column')}
          </Typography>
        )}
        <Divider component="li" role="separator" />
        <ListSubheader role="presentation" sx={{ lineHeight: '32px' }}>
          {t('core.table.density')}
        </ListSubheader>
        {DENSITIES.map((one) => (
          <MenuItem key={one} role="menuitemradio" aria-checked={one === density} onClick={() => setDensity(one)} sx={{ py: 0 }}>
            <Radio size="small" checked={one === density} tabIndex={-1} disableRipple inert sx={{ ml: -2 }} />
            {t(`core.table.${one}`)}
          </MenuItem>
        ))}
      </PopupMenu>
    </>
  )
}
