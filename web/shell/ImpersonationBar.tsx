import { Box, Button, Dialog, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { useAtom } from 'jotai'
import { useEffect, useState } from 'react'
import type { Bootstrap } from '#core/contract/bootstrap'
import { api } from '#web/api'
import { useMessagesOf, useT } from '#web/i18n'
import { goTo, mayChangeAtom } from '#web/session'
import { Form, FormActions, Icon, TextInput, check, useToast } from '#web/ui'
import { bootstrap } from '../boot/bootstrap.js'
import { IMPERSONATION_BAR_HEIGHT } from '../boot/impersonation_bar_height.js'

const MINUTE = 60_000
const back = (company: number | null) => goTo(company ? `/admin/bedrijven/profiel?id=${company}` : '/admin/bedrijven')

interface ImpersonationBarProps {
  impersonation: NonNullable<Bootstrap['impersonation']>
}

/** Above everything while an admin views the site as a company: which one, how long, whether changes are allowed, and how to stop. */
export default function ImpersonationBar({ impersonation }: ImpersonationBarProps) {
  const t = useT()
  const toast = useToast()
  const [asking, ask] = useState(false)
  const [mayChange, setMayChange] = useAtom(mayChangeAtom)
  const [left, setLeft] = useState(() => minutesUntil(impersonation.until))
  const ready = useMessagesOf(['tools'])
  useEffect(() => {
    const timer = setInterval(() => {
      setLeft(minutesUntil(impersonation.until))
      // This page is over: the session is the admin's own again.
      if (Date.parse(impersonation.until) <= Date.now()) back(null)
    }, 5000)
    return () => clearInterval(timer)
  }, [impersonation.until])
  const end = () =>
    void api.core.visit.end({}).then(
      ({ data }) => back(data.company),
      // It ended by itself a moment ago.
      () => back(null),
    )
  return (
    <Box
      component="section"
      aria-label={ready ? t('core.visit.label') : ''}
      sx={({ tones }) => ({
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 4,
        rowGap: 1,
        minHeight: IMPERSONATION_BAR_HEIGHT,
        px: { xs: 4, md: 6 },
        py: 1,
        bgcolor: mayChange ? tones.error.text : tones.warning.text,
        color: '#fff',
        fontSize: '0.875rem',
        lineHeight: '20px',
      })}
    >
      {ready && (
        <>
          <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flex: '1 1 260px', minWidth: 0 }}>
            <Icon name="visible" sx={{ fontSize: 20 }} />
            <span>
              <strong>{t('core.visit.as', { company: bootstrap.branding.companyName })}</strong>{' '}
              {t(mayChange ? 'core.visit.may_change' : 'core.visit.read_only')} {/* Two lines on a phone, as reserved. */}
              <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
                {t('core.visit.left', { minutes: left })}
              </Box>
            </span>
          </Stack>
          <Stack direction="row" sx={{ gap: 2 }}>
            {!mayChange && (
              <Button size="small" color="inherit" onClick={() => ask(true)}>
                {t('core.visit.change')}
              </Button>
            )}
            <Button size="small" color="inherit" variant="outlined" onClick={end}>
              {t('core.visit.end')}
            </Button>
          </Stack>
          <Dialog open={asking} onClose={() => ask(false)} maxWidth="sm" fullWidth aria-labelledby="visit-change">
            <DialogTitle id="visit-change">{t('core.visit.change_title', { company: bootstrap.branding.companyName })}</DialogTitle>
            <DialogContent>
              <Form<{ reason: string }, unknown>
                initialValues={{ reason: '' }}
                validate={(values) => [check.required(values, 'reason')]}
                onSubmit={({ reason }) => api.core.visit.changes({ body: { reason } })}
                onSuccess={() => {
                  toast.success(t('core.visit.changing'))
                  // Not by reloading, because there is typed work on the page.
                  ask(false)
                  setMayChange(true)
                }}
              >
                <Stack sx={{ gap: 4, pt: 1 }}>
                  <Typography sx={{ color: 'text.secondary' }}>{t('core.visit.change_text')}</Typography>
                  <TextInput
                    name="reason"
                    label={t('core.visit.reason')}
                    help={t('core.visit.reason_help')}
                    maxLength={300}
                    rows={2}
                    required
                  />
                  <FormActions always submitLabel={t('core.visit.change')} onCancel={() => ask(false)} />
                </Stack>
              </Form>
            </DialogContent>
          </Dialog>
        </>
      )}
    </Box>
  )
}

const minutesUntil = (end: string) => Math.max(0, Math.ceil((Date.parse(end) - Date.now()) / MINUTE))
