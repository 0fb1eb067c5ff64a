import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Switch, Typography } from '@mui/material'
import { useState } from 'react'
import { ApiError, api, queryClient, useApiMutation, useErrorText } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { ActionRow, Section, ToneChip, UnsavedGuard, useToast } from '#web/ui'
import type { pluginsOf } from '#core/kit/companies'
import { usePluginWords } from '../plugin_words.js'
import type { CompanyDetail } from '../../server/transformers/company_transformer.js'

export type PluginFacts = Awaited<ReturnType<typeof pluginsOf>>['plugins'][number]
/** The server counts no further. */
const MANY = 1000

interface PluginSwitchesProps {
  company: CompanyDetail
  version: string
  plugins: PluginFacts[]
}

/** Switches the plugins of a company; the effects are shown before anything happens. */
export function PluginSwitches({ company, version, plugins }: PluginSwitchesProps) {
  const t = useT()
  const toast = useToast()
  const { ofError } = useErrorText()
  const [on, setOn] = useState(() => new Set(plugins.flatMap((plugin) => (plugin.on ? [plugin.id] : []))))
  // Plugins switched off along with another one, so that a second press switches them on again.
  const [along, setAlong] = useState<Readonly<Record<string, readonly string[]>>>({})
  const [asking, ask] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const starts = plugins.filter((plugin) => !plugin.on && on.has(plugin.id))
  const stops = plugins.filter((plugin) => plugin.on && !on.has(plugin.id))
  const { nameOf } = usePluginWords()
  const save = useApiMutation(
    () => api.companies.plugins.update({ params: { id: company.id }, body: { plugins: [...on], updated_at: version } }),
    {
      quiet: true,
      onError: (refused) => {
        setError(refused)
        ask(false)
      },
      onSuccess: () => {
        ask(false)
        toast.success(t('companies.saved', { name: company.name }))
        void queryClient.invalidateQueries({ queryKey: ['companies'] })
      },
    },
  )
  // Requirements are switched on too, and dependants off too: no list is sent that the server would refuse.
  const toggle = (plugin: PluginFacts) => {
    setError(null)
    const next = new Set(on)
    const add = (id: string) => {
      next.add(id)
      plugins.find((other) => other.id === id)?.requires.forEach((needed) => !next.has(needed) && add(needed))
    }
    const drop = (id: string) => {
      next.delete(id)
      plugins.find((other) => other.id === id)?.needed_by.forEach((needing) => next.has(needing) && drop(needing))
    }
    if (on.has(plugin.id)) drop(plugin.id)
    else [plugin.id, ...(along[plugin.id] ?? [])].forEach(add)
    const gone = [...on].filter((id) => !next.has(id) && id !== plugin.id)
    setAlong({ ...along, [plugin.id]: gone })
    setOn(next)
  }
  const isChanged = starts.length + stops.length > 0
  return (
    <>
      <UnsavedGuard when={isChanged} saving={save.isPending} />
      {error && (
        <Alert severity="error" sx={{ mb: 4 }}>
          {ofError(error, 'companies')}
        </Alert>
      )}
      <Section flush title={t('companies.plugins.title')} text={t('companies.plugins.text')}>
        <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
          {plugins.map((plugin) => (
            <PluginRow key={plugin.id} plugin={plugin} isOn={on.has(plugin.id)} onToggle={() => toggle(plugin)} />
          ))}
        </Stack>
      </Section>
      <Stack
        direction={{ xs: 'column', sm: 'row' }}
        sx={{
          position: 'sticky',
          bottom: { xs: 'calc(64px + env(safe-area-inset-bottom))', md: 0 },
          zIndex: 2,
          gap: 3,
          alignItems: { sm: 'center' },
          justifyContent: 'space-between',
          py: 3,
          bgcolor: 'background.default',
          borderTop: '1px solid',
          borderColor: 'divider',
        }}
      >
        <Typography role="status" sx={{ color: 'text.secondary' }}>
          {isChanged ? t('companies.plugins.chosen', { on: starts.length, off: stops.length }) : t('companies.plugins.unchanged')}
        </Typography>
        <Button variant="contained" disabled={!isChanged} onClick={() => ask(true)}>
          {t('companies.plugins.review')}
        </Button>
      </Stack>
      <Dialog open={asking} onClose={() => ask(false)} maxWidth="sm" fullWidth aria-labelledby="plugins-change">
        <DialogTitle id="plugins-change">{t('companies.plugins.title_change', { name: company.name })}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 5 }}>
            {starts.map((plugin) => (
              <Change key={plugin.id} plugin={plugin} what="starts" name={nameOf(plugin.id)} />
            ))}
            {stops.map((plugin) => (
              <Change key={plugin.id} plugin={plugin} what="stops" name={nameOf(plugin.id)} />
            ))}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" color="inherit" onClick={() => ask(false)}>
            {t('core.actions.cancel')}
          </Button>
          <Button
            variant="contained"
            color={stops.length ? 'error' : 'primary'}
            loading={save.isPending}
            onClick={() => save.mutate(undefined)}
          >
            {t('companies.plugins.save')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

interface PluginRowProps {
  plugin: PluginFacts
  isOn: boolean
  onToggle: () => void
}

function PluginRow({ plugin, isOn, onToggle }: PluginRowProps) {
  const t = useT()
  const { nameOf, textOf } = usePluginWords()
  const id = `plugin-${plugin.id}`
  return (
    <ActionRow
      framed
      name={nameOf(plugin.id)}
      nameId={id}
      chip={
        plugin.on !== isOn && (
          <ToneChip tone="info" icon="info" label={t(isOn ? 'companies.plugins.will_start' : 'companies.plugins.will_stop')} />
        )
      }
      lines={[
        textOf(plugin.id),
        plugin.requires.length > 0 && t('companies.plugins.requires', { plugins: plugin.requires.map(nameOf).join(', ') }),
      ]}
      action={<Switch checked={isOn} onChange={onToggle} slotProps={{ input: { 'aria-labelledby': id } }} />}
    />
  )
}

/** The effects of one plugin, from its declaration. */
function Change({ plugin, what, name }: { plugin: PluginFacts; what: 'starts' | 'stops'; name: string }) {
  const t = useT()
  const format = useFormat()
  const { pages, mails, jobs, rows, catches_up: catchesUp } = plugin
  const words = `companies.plugins.${what}`
  const kept = rows > MANY ? t('companies.plugins.more_than', { count: format.number(MANY) }) : format.number(rows)
  return (
    <Box component="section">
      <Typography component="h3" sx={{ fontWeight: 650, mb: 1 }}>
        {t(`${words}_title`, { name })}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 5, '& li': { mb: 1 } }}>
        {pages.length > 0 && (
          <li>{t(`${words}_pages`, { count: pages.length, pages: [...new Set(pages.map(({ title }) => t(title)))].join(', ') })}</li>
        )}
        {mails.length > 0 && <li>{t(`${words}_mails`, { count: mails.length })}</li>}
        {jobs > 0 && <li>{t(`${words}_jobs`, { count: jobs })}</li>}
        {what === 'starts' && catchesUp && <li>{t('companies.plugins.starts_past')}</li>}
        {what === 'stops' && <li>{t('companies.plugins.stops_kept', { rows: kept, count: rows })}</li>}
        {what === 'starts' && rows > 0 && <li>{t('companies.plugins.starts_kept', { rows: kept, count: rows })}</li>}
      </Box>
    </Box>
  )
}
