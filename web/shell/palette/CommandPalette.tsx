import { Box, Dialog, InputBase, LinearProgress, Stack, Typography, useAutocomplete } from '@mui/material'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { Icon, VISUALLY_HIDDEN } from '#web/ui'
import { type Entry, useEntries } from './entries.js'

/** Milliseconds without a key before the server is asked. */
const REST = 180
/** A fixed height, so that nothing moves while typing. */
const HEIGHT = { xs: '60dvh', sm: 380 }

interface CommandPaletteProps {
  /** Text typed while this was loading. */
  typed: string
  onClose: () => void
  onHelp: () => void
}

/** Ctrl-K: go to a page, find a person, a course or a company, start something. */
export default function CommandPalette({ typed, onClose, onHelp }: CommandPaletteProps) {
  const t = useT()
  const navigate = useNavigate()
  const { ofError } = useErrorText()
  const [text, setText] = useState(typed)
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), REST)
    return () => clearTimeout(timer)
  }, [text])
  const { entries, busy, error } = useEntries(text.trim(), asked, onHelp)
  const choose = (entry: Entry | null) => {
    if (!entry) return
    onClose()
    entry.run?.()
    if (entry.path) void navigate(entry.path)
  }
  const { getRootProps, getInputProps, getListboxProps, getOptionProps, groupedOptions } = useAutocomplete<Entry>({
    id: 'palette',
    open: true,
    options: entries,
    groupBy: ({ group }) => group,
    getOptionLabel: ({ title }) => title,
    getOptionKey: ({ key }) => key,
    isOptionEqualToValue: (a, b) => a.key === b.key,
    filterOptions: (all) => all,
    value: null,
    inputValue: text,
    onInputChange: (_, value, reason) => {
      if (reason === 'input' || reason === 'clear') setText(value)
    },
    onChange: (_, entry) => choose(entry),
    onClose: (_, reason) => {
      if (reason === 'escape') onClose()
    },
    autoHighlight: true,
    clearOnEscape: false,
  })
  const groups = groupedOptions as unknown as { key: number; group: string; index: number; options: Entry[] }[]
  const status = error ? ofError(error) : !entries.length && !busy ? t('core.palette.nothing', { text: text.trim() }) : ''
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      aria-labelledby="palette-title"
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{ paper: { sx: { mt: { xs: 2, sm: '12vh' }, mx: { xs: 2 }, width: { xs: 'calc(100% - 16px)' }, overflow: 'hidden' } } }}
    >
      <Box component="h2" id="palette-title" sx={VISUALLY_HIDDEN}>
        {t('core.palette.title')}
      </Box>
      <Stack
        {...getRootProps()}
        direction="row"
        sx={{ alignItems: 'center', gap: 3, px: 4, borderBottom: '1px solid', borderColor: 'divider' }}
      >
        <Icon name="search" sx={{ color: 'text.secondary' }} />
        <InputBase
          autoFocus
          fullWidth
          placeholder={t('core.palette.placeholder')}
          inputProps={{ ...getInputProps(), 'aria-label': t('core.palette.placeholder'), maxLength: 100 }}
          sx={{ fontSize: '1.0625rem', minHeight: 56, '& input::-webkit-search-cancel-button': { display: 'none' } }}
        />
      </Stack>
      <Box sx={{ height: 2 }}>{busy && <LinearProgress aria-label={t('core.states.loading')} sx={{ height: 2 }} />}</Box>
      <Box
        component="ul"
        {...getListboxProps()}
        aria-label={t('core.palette.title')}
        sx={{ listStyle: 'none', m: 0, p: 2, pt: 1, height: HEIGHT, overflowY: 'auto', display: status ? 'none' : 'block' }}
      >
        {groups.map(({ key, group, index, options }) => (
          <Box component="li" key={key} role="presentation">
            <Typography
              variant="caption"
              component="div"
              id={`palette-group-${key}`}
              sx={{ px: 2, pt: 3, pb: 1, color: 'text.secondary', fontWeight: 600 }}
            >
              {group}
            </Typography>
            <Box component="ul" role="group" aria-labelledby={`palette-group-${key}`} sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {options.map((entry, at) => (
                <PaletteLine key={entry.key} entry={entry} props={getOptionProps({ option: entry, index: index + at })} />
              ))}
            </Box>
          </Box>
        ))}
      </Box>
      <Typography
        role="status"
        sx={{
          px: 4,
          color: 'text.secondary',
          textAlign: 'center',
          ...(status ? { pt: 12, height: HEIGHT } : VISUALLY_HIDDEN),
        }}
      >
        {status || t('core.palette.count', { count: entries.length })}
      </Typography>
      <Stack
        direction="row"
        aria-hidden
        sx={{
          ...{ display: { xs: 'none', sm: 'flex' }, gap: 5, px: 4, py: 2, borderTop: '1px solid', borderColor: 'divider' },
          ...{ color: 'text.secondary', fontSize: '0.8125rem' },
        }}
      >
        <span>↑ ↓ {t('core.palette.choose')}</span>
        <span>↵ {t('core.palette.open')}</span>
        <span>Esc {t('core.palette.close')}</span>
      </Stack>
    </Dialog>
  )
}

type OptionProps = ReturnType<ReturnType<typeof useAutocomplete<Entry>>['getOptionProps']>

function PaletteLine({ entry, props }: { entry: Entry; props: OptionProps }) {
  const { key: _, ...rest } = props
  return (
    <Stack
      component="li"
      {...rest}
      direction="row"
      sx={{
        ...{ alignItems: 'center', gap: 3, px: 2, py: 1, minHeight: 44, borderRadius: 1, cursor: 'pointer' },
        '&.Mui-focused': { bgcolor: 'action.selected' },
      }}
    >
      <Icon name={entry.icon} sx={{ color: 'text.secondary', flexShrink: 0 }} />
      <Typography noWrap sx={{ flexShrink: 0, maxWidth: '60%' }}>
        {entry.title}
      </Typography>
      {entry.detail && (
        <Typography variant="body2" noWrap sx={{ color: 'text.secondary', ml: 'auto', minWidth: 0 }}>
          {entry.detail}
        </Typography>
      )}
    </Stack>
  )
}
