import { Box, Button, Stack } from '@mui/material'
import { useFormat, useT } from '#web/i18n'
import { Icon, type IconName } from '../icons/index.js'

/** The save state. `at`: ISO 8601, null when nothing was saved yet. */
export type SaveState =
  | { kind: 'saved'; at: string | null }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'offline' }
  | { kind: 'conflict' }
  | { kind: 'refused' }

const ICON: Record<SaveState['kind'], IconName> = {
  saved: 'check',
  unsaved: 'edit',
  saving: 'busy',
  offline: 'offline',
  conflict: 'warning',
  refused: 'error',
}

/** Shows the save state: "Opgeslagen om 07:41". Stays visible while scrolling. */
export function SaveMark({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  const t = useT()
  const format = useFormat()
  const words =
    state.kind === 'saved'
      ? state.at
        ? t('core.autosave.saved_at', { time: format.time(state.at) })
        : t('core.autosave.saved')
      : t(`core.autosave.${state.kind}`)
  const isWrong = state.kind === 'offline' || state.kind === 'refused' || state.kind === 'conflict'
  return (
    <Stack
      direction="row"
      sx={(theme) => ({
        position: 'sticky',
        top: 8,
        zIndex: 2,
        alignSelf: 'flex-start',
        alignItems: 'center',
        gap: 2,
        px: 3,
        minHeight: 32,
        borderRadius: 1,
        bgcolor: isWrong ? theme.tones.warning.soft : theme.surfaces.paper,
        color: isWrong ? theme.tones.warning.text : 'text.secondary',
        border: '1px solid',
        borderColor: 'divider',
        fontSize: '0.875rem',
      })}
    >
      <Icon name={ICON[state.kind]} sx={{ fontSize: 18 }} />
      {/* Not every save is announced: screen reader users would hear nothing else. */}
      <Box component="span" role={isWrong ? 'alert' : undefined} data-save={state.kind}>
        {words}
      </Box>
      {state.kind === 'offline' && (
        <Button size="small" color="inherit" onClick={onRetry}>
          {t('core.actions.retry')}
        </Button>
      )}
    </Stack>
  )
}
