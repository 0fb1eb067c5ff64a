import { Box, Button, Skeleton, Stack, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useErrorText, type ApiError } from '#web/api'
import { useT } from '#web/i18n'
import { Icon } from './icons/index.js'
import type { IconName } from './icons/index.js'

interface StateFrameProps {
  icon: IconName
  title: string
  text?: ReactNode
  action?: ReactNode
  role?: 'alert' | 'status'
  /** Replaces the whole page: its title is the page's. */
  asPage?: boolean
}

function StateFrame({ icon, title, text, action, role, asPage = false }: StateFrameProps) {
  const { brand } = useTheme()
  return (
    <Stack role={role} sx={{ alignItems: 'center', textAlign: 'center', px: 4, py: 12, gap: 4, maxWidth: 480, mx: 'auto' }}>
      <Box
        sx={{
          width: 56,
          height: 56,
          borderRadius: '16px',
          bgcolor: brand.primary.soft,
          color: 'primary.main',
          display: 'grid',
          placeItems: 'center',
        }}
      >
        <Icon name={icon} fontSize="medium" />
      </Box>
      <Stack sx={{ gap: 1 }}>
        <Typography variant={asPage ? 'h1' : 'h3'} component={asPage ? 'h1' : 'p'} {...(asPage && { tabIndex: -1 })}>
          {title}
        </Typography>
        {text && <Typography sx={{ color: 'text.secondary', textWrap: 'balance' }}>{text}</Typography>}
      </Stack>
      {action}
    </Stack>
  )
}

export interface EmptyStateProps {
  /** The title: "Nog geen deelnemers". */
  title: string
  /** The reason that it is empty, or what will be shown here. */
  text?: ReactNode
  icon?: IconName
  /** The first step: a button. */
  action?: ReactNode
  /** Replaces the whole page: its title is the page's h1. */
  asPage?: boolean
}

/** Says what belongs here and offers the first step. */
export function EmptyState({ icon = 'empty', ...props }: EmptyStateProps) {
  return <StateFrame icon={icon} {...props} />
}

export interface ErrorStateProps {
  /** Its code is translated; without it the default text is shown. */
  error?: ApiError | null
  /** Plugin whose `<part>.errors.<code>` is tried first. */
  part?: string
  /** The title of the error, if the page has its own text (section 8): "Je resultaten konden niet …". */
  title?: string
  onRetry?: () => void
  /** Replaces the whole page: its title is the page's h1. */
  asPage?: boolean
  /** Another way out beside retrying: a button. A page without navigation needs one. */
  action?: ReactNode
}

/** Says what happened and what to do. */
export function ErrorState({ error, part, title, onRetry, asPage = false, action }: ErrorStateProps) {
  const t = useT()
  const { ofError } = useErrorText()
  const navigate = useNavigate()
  // Retrying does not help for something missing: offer the way back, or home for somebody who came by a link.
  const gone = error?.status === 404
  // Retrying does not help without permission.
  const isFinal = gone || error?.status === 403
  const back = () => void (window.history.length > 1 ? navigate(-1) : navigate('/'))
  return (
    <StateFrame
      role="alert"
      asPage={asPage}
      icon={error?.isNetwork ? 'offline' : 'error'}
      title={title ?? t(gone ? 'core.states.gone_title' : 'core.states.error_title')}
      text={ofError(error, part)}
      action={
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, justifyContent: 'center', flexWrap: 'wrap' }}>
          {isFinal && onRetry && !action && (
            <Button variant="outlined" startIcon={<Icon name="back" />} onClick={back}>
              {t('core.actions.back')}
            </Button>
          )}
          {!isFinal && onRetry && (
            <Button variant="outlined" startIcon={<Icon name="retry" />} onClick={onRetry}>
              {t('core.actions.retry')}
            </Button>
          )}
          {action}
        </Stack>
      }
    />
  )
}

/** The page exists but not for this role; says whom to ask. */
export function NoPermission({ text, action }: { text?: string; action?: ReactNode }) {
  const t = useT()
  return (
    <StateFrame
      asPage
      icon="lock"
      title={t('core.states.no_permission_title')}
      text={text ?? t('core.states.no_permission_text')}
      action={action}
    />
  )
}

export interface LoadingStateProps {
  /** The shape to reserve: lines of text, cards, table rows, or a whole page. */
  shape?: 'text' | 'cards' | 'rows' | 'page'
  count?: number
}

/** Skeletons in the shape of the content. */
export function LoadingState({ shape = 'text', count = 3 }: LoadingStateProps) {
  const t = useT()
  const items = Array.from({ length: count }, (_, index) => index)
  return (
    <Box role="status" aria-label={t('core.states.loading')}>
      {shape === 'page' && <Skeleton variant="text" sx={{ fontSize: '1.75rem', width: 'min(320px, 60%)', mb: 6 }} />}
      <Box
        sx={
          shape === 'cards'
            ? { display: 'grid', gap: 4, gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))' }
            : { display: 'grid', gap: 3 }
        }
      >
        {items.map((index) =>
          shape === 'text' ? (
            <Skeleton key={index} variant="text" width={index === count - 1 ? '60%' : '100%'} />
          ) : (
            <Skeleton key={index} variant="rounded" height={shape === 'rows' ? 44 : 140} />
          ),
        )}
      </Box>
    </Box>
  )
}
