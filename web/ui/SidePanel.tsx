import { Box, Drawer, IconButton, Stack, Typography, useMediaQuery } from '@mui/material'
import { useCallback, useId, type ReactNode } from 'react'
import { useT } from '#web/i18n'
import { bootstrap } from '../boot/bootstrap.js'
import { IMPERSONATION_BAR_HEIGHT } from '../boot/impersonation_bar_height.js'
import { Icon } from './icons/index.js'
import { InPanel } from './in_panel.js'
import { useUrlParams } from './url_params.js'
import { useAskedClose } from './use_asked_close.js'
import { usePeekKeys } from './use_peek_keys.js'
import { Tip } from './Tip.js'

export interface SidePanelProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** Under the title, such as a <StatusChip>. */
  subtitle?: ReactNode
  /** Stays visible at the bottom: the main action and its neighbours. */
  actions?: ReactNode
  /** Width in pixels on a wide screen. */
  width?: number
  /**
   * On a wide screen it is beside the list, which stays usable: j and k (or the buttons) go to the next and previous one, Escape closes.
   * Make room for it with `peekRoom`.
   */
  peek?: { next?: (() => void) | undefined; previous?: (() => void) | undefined }
  children: ReactNode
}

/** Pixels that a list leaves to the panel. */
export const PEEK_WIDTH = 440
/** The list's own box while its panel is open: `<Box sx={peekRoom(open)}>`. */
export const peekRoom = (open: boolean) => ({ pr: { md: open ? `${PEEK_WIDTH}px` : 0 } })

/**
 * Details beside a list instead of a page change; the whole screen on phones. The focus stays inside until it closes, except for a `peek`.
 */
export function SidePanel({ open, onClose, title, subtitle, actions, width = 480, peek, children }: SidePanelProps) {
  const t = useT()
  const id = useId()
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const beside = peek !== undefined && !narrow
  const bars = 64 + (bootstrap.impersonation ? IMPERSONATION_BAR_HEIGHT.sm : 0)
  // Its cross goes back too: on phones the panel is the page, and no other button leads back.
  const close = useAskedClose(onClose, open)
  const ref = usePeekKeys(beside && open, { close, next: peek?.next, previous: peek?.previous })
  if (beside && !open) return null
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={close}
      variant={beside ? 'persistent' : 'temporary'}
      transitionDuration={beside ? 0 : undefined}
      slotProps={{
        paper: {
          ref,
          'aria-labelledby': id,
          ...(beside ? { role: 'region', tabIndex: -1 } : { role: 'dialog', 'aria-modal': true }),
          sx: {
            width: { xs: '100%', md: beside ? PEEK_WIDTH : width },
            maxWidth: '100%',
            borderLeft: { md: '1px solid' },
            borderColor: { md: 'divider' },
            // Below the bars, which stay usable.
            ...(beside && {
              top: `${bars}px`,
              height: `calc(100% - ${bars}px)`,
              zIndex: 'speedDial',
              '&:focus-visible': { outline: 'none' },
            }),
          },
        },
      }}
    >
      <Stack direction="row" sx={{ p: 4, pl: 5, gap: 3, alignItems: 'flex-start', borderBottom: '1px solid', borderColor: 'divider' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography id={id} variant="h2" sx={{ overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          {subtitle && <Box sx={{ mt: 1, color: 'text.secondary', fontSize: '0.875rem' }}>{subtitle}</Box>}
        </Box>
        {beside && (
          <>
            <Tip title={t('core.table.previous_key')}>
              <span>
                <IconButton
                  disabled={!peek?.previous}
                  onClick={peek?.previous}
                  aria-label={t('core.table.previous')}
                  sx={{ mt: -1, mr: -2 }}
                >
                  <Icon name="up" />
                </IconButton>
              </span>
            </Tip>
            <Tip title={t('core.table.next_key')}>
              <span>
                <IconButton disabled={!peek?.next} onClick={peek?.next} aria-label={t('core.table.next')} sx={{ mt: -1, mr: -2 }}>
                  <Icon name="down" />
                </IconButton>
              </span>
            </Tip>
          </>
        )}
        <IconButton onClick={close} aria-label={t('core.actions.close')} sx={{ mt: -1 }}>
          <Icon name="close" />
        </IconButton>
      </Stack>
      <Box sx={{ flex: 1, overflowY: 'auto', p: 5 }}>
        <InPanel value>{children}</InPanel>
      </Box>
      {actions && (
        <Stack
          direction="row"
          sx={{
            p: 4,
            px: 5,
            gap: 2,
            flexWrap: 'wrap',
            justifyContent: 'flex-end',
            borderTop: '1px solid',
            borderColor: 'divider',
            pb: 'max(16px, env(safe-area-inset-bottom))',
          }}
        >
          {actions}
        </Stack>
      )}
    </Drawer>
  )
}

/** Keeps the open panel in the URL, so that it can be linked to and "back" closes it: `const panel = usePanelParam('participant')`. */
export function usePanelParam(name: string) {
  const [params, edit] = useUrlParams()
  const open = useCallback((value: string | number) => edit((current) => current.set(name, String(value))), [name, edit])
  /** Another one replaces it: "back" goes to before the panel was open. */
  const turnTo = useCallback(
    (value: string | number) => edit((current) => current.set(name, String(value)), { replace: true }),
    [name, edit],
  )
  const close = useCallback(() => edit((current) => current.delete(name), { replace: true }), [name, edit])
  return { value: params.get(name), open, turnTo, close }
}
