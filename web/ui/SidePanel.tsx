import { Box, Drawer, IconButton, Stack, Typography } from '@mui/material'
import { useCallback, useId, type ReactNode } from 'react'
import { useT } from '#web/i18n'
import { Icon } from './icons/index.js'
import { useUrlParams } from './url_params.js'

export interface SidePanelProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** Under the title, e.g. a <StatusChip>. */
  subtitle?: ReactNode
  /** Stays in sight at the bottom: the main action and its neighbours. */
  actions?: ReactNode
  /** Pixels on a wide screen. */
  width?: number
  children: ReactNode
}

/** Details beside a list instead of a page change; the whole screen on a phone. Focus stays inside until it closes. */
export function SidePanel({ open, onClose, title, subtitle, actions, width = 480, children }: SidePanelProps) {
  const t = useT()
  const id = useId()
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': id,
          sx: { width: { xs: '100%', md: width }, maxWidth: '100%', borderLeft: { md: '1px solid' }, borderColor: { md: 'divider' } },
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
        <IconButton onClick={onClose} aria-label={t('core.actions.close')} sx={{ mt: -1 }}>
          <Icon name="close" />
        </IconButton>
      </Stack>
      <Box sx={{ flex: 1, overflowY: 'auto', p: 5 }}>{children}</Box>
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

/**
 * Keeps which panel is open in the URL, so that it can be linked to and "back"
 * closes it: `const panel = usePanelParam('participant')`.
 */
export function usePanelParam(name: string) {
  const [params, edit] = useUrlParams()
  const open = useCallback((value: string | number) => edit((current) => current.set(name, String(value))), [name, edit])
  const close = useCallback(() => edit((current) => current.delete(name), { replace: true }), [name, edit])
  return { value: params.get(name), open, close }
}
