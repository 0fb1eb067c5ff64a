import { Box, Button, Link, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import { useT } from '#web/i18n'
import { Icon } from './icons/index.js'
import type { IconName } from './icons/index.js'

export interface HeaderAction {
  label: string
  icon?: IconName
  /** A path of the platform, or … */
  to?: string
  /** … what happens on a click. */
  onClick?: () => void
  disabled?: boolean
}

export interface PageHeaderProps {
  /** The page's h1. It takes the focus after navigation. */
  title: ReactNode
  /** One line under the title. */
  text?: ReactNode
  /** Where this page hangs below, nearest last. A single one, and on a phone only the nearest, is shown as "back". */
  trail?: readonly { label: string; to: string }[]
  /** The one main action, in the brand's colour. */
  action?: HeaderAction
  /** Everything else a person may do with the whole page. */
  secondary?: readonly HeaderAction[]
  /** Beside the title, e.g. a <StatusChip>. */
  badge?: ReactNode
}

function ActionButton({ action, main }: { action: HeaderAction; main: boolean }) {
  const link = action.to ? { component: RouterLink, to: action.to } : { onClick: action.onClick }
  return (
    <Button
      variant={main ? 'contained' : 'outlined'}
      disabled={action.disabled ?? false}
      startIcon={action.icon && <Icon name={action.icon} />}
      // Under a thumb the main action comes first; on a wide screen it ends the row.
      sx={{ flex: { xs: main ? '1 1 100%' : '1 1 auto', md: '0 0 auto' }, order: { xs: main ? -1 : 0, md: 0 } }}
      {...link}
    >
      {action.label}
    </Button>
  )
}

/** The head of every page: title, way back, one main action, secondary actions. */
export function PageHeader({ title, text, trail = [], action, secondary = [], badge }: PageHeaderProps) {
  const t = useT()
  const parent = trail.at(-1)
  return (
    <Stack component="header" sx={{ gap: 2, mb: 6 }}>
      {parent && (
        <Box component="nav" aria-label={t('core.nav.trail')}>
          <Link
            component={RouterLink}
            to={parent.to}
            underline="hover"
            sx={{
              display: { xs: 'inline-flex', md: trail.length > 1 ? 'none' : 'inline-flex' },
              alignItems: 'center',
              gap: 1,
              minHeight: { xs: 44, md: 24 },
              fontSize: '0.875rem',
              fontWeight: 550,
            }}
          >
            <Icon name="back" />
            {parent.label}
          </Link>
          <Stack
            component="ol"
            direction="row"
            sx={{
              display: { xs: 'none', md: trail.length > 1 ? 'flex' : 'none' },
              listStyle: 'none',
              p: 0,
              m: 0,
              gap: 1,
              alignItems: 'center',
              fontSize: '0.875rem',
              minHeight: 24,
            }}
          >
            {trail.map((step, index) => (
              <Stack component="li" direction="row" key={step.to} sx={{ alignItems: 'center', gap: 1 }}>
                {/* Between the steps only: after the last one it would point at nothing. */}
                {index > 0 && <Icon name="next" sx={{ fontSize: 16, color: 'text.secondary' }} />}
                <Link component={RouterLink} to={step.to} underline="hover" sx={{ color: 'text.secondary' }}>
                  {step.label}
                </Link>
              </Stack>
            ))}
          </Stack>
        </Box>
      )}
      <Stack direction={{ xs: 'column', md: 'row' }} sx={{ gap: 4, justifyContent: 'space-between', alignItems: { md: 'flex-start' } }}>
        <Box sx={{ minWidth: 0 }}>
          <Stack direction="row" sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography variant="h1" tabIndex={-1} sx={{ overflowWrap: 'anywhere' }}>
              {title}
            </Typography>
            {badge}
          </Stack>
          {text && <Typography sx={{ color: 'text.secondary', mt: 1, maxWidth: '70ch' }}>{text}</Typography>}
        </Box>
        {(action || secondary.length > 0) && (
          <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', flexShrink: 0, justifyContent: { md: 'flex-end' } }}>
            {secondary.map((item) => (
              <ActionButton key={item.label} action={item} main={false} />
            ))}
            {action && <ActionButton action={action} main />}
          </Stack>
        )}
      </Stack>
    </Stack>
  )
}
