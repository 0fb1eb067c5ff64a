import { Box, Button, Link, MenuItem, Stack, Typography } from '@mui/material'
import { use, useEffect, useState, type ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import { pageHelpSlot } from '#core/contract/slots'
import { LEAD_WIDTH } from '#themes/index'
import { useT } from '#web/i18n'
import { Icon } from './icons/index.js'
import type { IconName } from './icons/index.js'
import { PageHelp } from './page_help.js'
import { PopupMenu } from './PopupMenu.js'
import { SlotOutlet } from './slots/SlotOutlet.js'
import { placeToasts } from './toasts/place_toasts.js'
import { useFocusWhenGone } from './use_focus_when_gone.js'
import { VISUALLY_HIDDEN } from './visually_hidden.js'

export interface HeaderAction {
  label: string
  icon?: IconName
  /** A path of the platform, or … */
  to?: string
  /** … a click handler. */
  onClick?: () => void
  disabled?: boolean
}

export interface PageHeaderProps {
  /** The page's h1. It takes the focus after navigation. */
  title: ReactNode
  /** One line under the title. */
  text?: ReactNode
  /** The pages above it, nearest last. With one, and on phones, only the nearest is shown as "back". */
  trail?: readonly { label: string; to: string }[]
  /** The one main action, in the brand's colour. */
  action?: HeaderAction
  /** Other actions on the whole page. */
  secondary?: readonly HeaderAction[]
  /** Rare actions: under "more". */
  more?: readonly HeaderAction[]
  /** Beside the title, e.g. a <StatusChip>. */
  badge?: ReactNode
  /** The page is under a tab of another one, which has the h1. Its own title is for screen readers. */
  isTab?: boolean
}

function ActionButton({ action, main }: { action: HeaderAction; main: boolean }) {
  const link = action.to ? { component: RouterLink, to: action.to } : { onClick: action.onClick }
  return (
    <Button
      variant={main ? 'contained' : 'outlined'}
      disabled={action.disabled ?? false}
      startIcon={action.icon && <Icon name={action.icon} />}
      // On phones the main action comes first; on a wide screen it ends the row.
      sx={{ flex: { xs: main ? '1 1 100%' : '1 1 auto', md: '0 0 auto' }, order: { xs: main ? -1 : 0, md: 0 } }}
      {...link}
    >
      {action.label}
    </Button>
  )
}

function MoreActions({ actions }: { actions: readonly HeaderAction[] }) {
  const t = useT()
  const [anchor, open] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        variant="outlined"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        endIcon={<Icon name="expand" />}
        onClick={(event) => open(event.currentTarget)}
        sx={{ flex: { xs: '1 1 auto', md: '0 0 auto' } }}
      >
        {t('core.actions.more')}
      </Button>
      <PopupMenu label={t('core.actions.more')} anchor={anchor} onClose={() => open(null)}>
        {actions.map(({ label, onClick, to, disabled = false }) => (
          <MenuItem
            key={label}
            disabled={disabled}
            onClick={() => {
              open(null)
              onClick?.()
            }}
            {...(to && { component: RouterLink, to })}
          >
            {label}
          </MenuItem>
        ))}
      </PopupMenu>
    </>
  )
}

/** The head of every page: title, way back, one main action, secondary actions. */
export function PageHeader({ title, text, trail = [], action, secondary = [], more = [], badge, isTab = false }: PageHeaderProps) {
  const t = useT()
  const parent = trail.at(-1)
  const noteFocus = useFocusWhenGone()
  const help = use(PageHelp)
  useEffect(placeToasts, [title])
  return (
    <Stack component="header" data-page-header sx={{ gap: 2, mb: 6 }}>
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
                {/* Only between the steps: after the last one it would point at nothing. */}
                {index > 0 && <Icon name="next" sx={{ fontSize: 16, color: 'text.secondary' }} />}
                <Link component={RouterLink} to={step.to} underline="hover" sx={{ color: 'text.secondary' }}>
                  {step.label}
                </Link>
              </Stack>
            ))}
          </Stack>
        </Box>
      )}
      <Stack
        direction={{ xs: 'column', md: 'row' }}
        sx={{ gap: 4, flexWrap: { md: 'wrap' }, justifyContent: 'space-between', alignItems: { md: 'flex-start' } }}
      >
        {/* Beside an open panel the actions move below the title, so that the title does not wrap. */}
        <Box sx={{ flex: { md: '1 1 320px' }, minWidth: 0 }}>
          <Stack direction="row" sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
            {isTab ? (
              <Typography variant="h2" sx={VISUALLY_HIDDEN}>
                {title}
              </Typography>
            ) : (
              <Typography variant="h1" tabIndex={-1} sx={{ overflowWrap: 'anywhere' }}>
                {/* A title in Arabic keeps its own order of words and marks. */}
                <bdi>{title}</bdi>
              </Typography>
            )}
            {badge}
            {help && !isTab && <SlotOutlet slot={pageHelpSlot} with={help} />}
          </Stack>
          {text && <Typography sx={{ color: 'text.secondary', mt: 1, maxWidth: LEAD_WIDTH, textWrap: 'pretty' }}>{text}</Typography>}
        </Box>
        {(action || secondary.length + more.length > 0) && (
          <Stack direction="row" onFocus={noteFocus} sx={{ gap: 2, flexWrap: 'wrap', flexShrink: 0, justifyContent: { md: 'flex-end' } }}>
            {secondary.map((item) => (
              <ActionButton key={item.label} action={item} main={false} />
            ))}
            {more.length > 0 && <MoreActions actions={more} />}
            {action && <ActionButton action={action} main />}
          </Stack>
        )}
      </Stack>
    </Stack>
  )
}
