import { Box, Button, IconButton, Typography } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useSnackbar, type CustomContentProps } from 'notistack'
import { useRef, type PointerEvent, type Ref } from 'react'
import { useT } from '#web/i18n'
import { Icon } from '../icons/index.js'
import type { Toast } from './toast_queue.js'

/** Share of the width beyond which letting go dismisses the toast (specification, section 9). */
const DISMISS_AT = 0.6

type ToastCardProps = CustomContentProps & { toast: Toast; ref?: Ref<HTMLDivElement> }

/** Drags sideways by finger or mouse. Writes to the element directly, so that a move needs no render. */
function useDragToDismiss(onDismiss: () => void) {
  const start = useRef<number | null>(null)
  const moved = (event: PointerEvent<HTMLElement>) => event.clientX - (start.current ?? event.clientX)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if ((event.target as HTMLElement).closest('button')) return
      start.current = event.clientX
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (start.current === null) return
      const distance = moved(event)
      event.currentTarget.style.transform = `translateX(${distance}px)`
      event.currentTarget.style.opacity = String(1 - Math.min(0.7, Math.abs(distance) / event.currentTarget.offsetWidth))
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (start.current === null) return
      if (Math.abs(moved(event)) > event.currentTarget.offsetWidth * DISMISS_AT) onDismiss()
      else event.currentTarget.removeAttribute('style')
      start.current = null
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      start.current = null
      event.currentTarget.removeAttribute('style')
    },
  }
}

/** One toast: icon, text, at most one action, and a cross. */
export function ToastCard({ id, toast, ref }: ToastCardProps) {
  const t = useT()
  const { tones, surfaces } = useTheme()
  const { closeSnackbar } = useSnackbar()
  const close = () => closeSnackbar(id)
  const drag = useDragToDismiss(close)
  const tone = tones[toast.tone]
  const urgent = toast.tone === 'error' || toast.tone === 'warning'
  return (
    <Box ref={ref} sx={{ width: { xs: 'calc(100vw - 40px)', sm: 380 } }}>
      <Box
        role={urgent ? 'alert' : 'status'}
        {...drag}
        sx={{
          display: 'flex',
          gap: 3,
          alignItems: 'flex-start',
          p: 3,
          pl: 4,
          bgcolor: surfaces.paper,
          border: `1px solid ${tone.border}`,
          borderLeft: `4px solid ${tone.text}`,
          borderRadius: 1,
          boxShadow: '0 8px 24px rgb(16 24 40 / 0.12)',
          touchAction: 'pan-y',
          cursor: 'grab',
          userSelect: 'none',
        }}
      >
        <Icon name={toast.tone} sx={{ color: tone.text, mt: '6px' }} />
        <Box sx={{ flex: 1, minWidth: 0, py: '6px' }}>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {toast.text}
          </Typography>
          {toast.action && (
            <Button
              size="small"
              sx={{ ml: -3, mt: 1 }}
              onClick={() => {
                toast.action?.onClick()
                close()
              }}
            >
              {toast.action.label}
            </Button>
          )}
        </Box>
        <IconButton size="small" onClick={close} aria-label={t('core.actions.close')}>
          <Icon name="close" />
        </IconButton>
      </Box>
    </Box>
  )
}
