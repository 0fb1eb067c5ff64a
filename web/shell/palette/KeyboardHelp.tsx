import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, FormControlLabel, Stack, Switch, Typography } from '@mui/material'
import { useT } from '#web/i18n'
import { setShortcutsOn, useShortcutsOn, useShownShortcuts } from '#web/ui'

function Key({ children }: { children: string }) {
  return (
    <Box
      component="kbd"
      sx={{
        ...{ display: 'inline-block', minWidth: 26, px: 2, py: '2px', textAlign: 'center', fontFamily: 'inherit', fontSize: '0.8125rem' },
        ...{ border: '1px solid', borderColor: 'divider', borderRadius: 1, bgcolor: 'background.default', fontWeight: 600 },
      }}
    >
      {children}
    </Box>
  )
}

function Line({ keys, label }: { keys: readonly string[]; label: string }) {
  return (
    <Stack component="li" direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 4, py: 1.5 }}>
      <Typography>{label}</Typography>
      <Stack direction="row" sx={{ gap: 1, flexShrink: 0 }}>
        {keys.map((key) => (
          <Key key={key}>{key}</Key>
        ))}
      </Stack>
    </Stack>
  )
}

/** "?": the keys of this page, and a switch to turn single keys off. */
export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const t = useT()
  const on = useShortcutsOn()
  const here = useShownShortcuts()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="keys-title">
      <DialogTitle id="keys-title">{t('core.keys.title')}</DialogTitle>
      <DialogContent>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          <Line keys={['Ctrl', 'K']} label={t('core.keys.palette')} />
          {here.map(({ key, label }) => (
            <Line key={`${key} ${label}`} keys={[key]} label={label} />
          ))}
          <Line keys={['Esc']} label={t('core.keys.close')} />
        </Box>
        <FormControlLabel
          control={<Switch checked={on} onChange={(_, checked) => setShortcutsOn(checked)} />}
          label={t('core.keys.single')}
          sx={{ mt: 3 }}
        />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onClose} autoFocus>
          {t('core.actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
