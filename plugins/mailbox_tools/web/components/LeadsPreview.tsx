import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { useId } from 'react'
import type { TaskView } from '#core/contract/tasks'
import type { MailedLead } from '#plugins/marketing/contract/index'
import { api, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'

/** The first leads, and which messages of the mailbox they are from. */
export interface ShownLeads {
  which: { words: string; sender: string; from: string | null; until: string | null }
  leads: MailedLead[]
}

interface LeadsPreviewProps {
  token: string
  shown: ShownLeads
  onStarted: (task: TaskView) => void
  onClose: () => void
}

/** Shows the first senders as they would become leads. Only its button adds them. */
export function LeadsPreview({ token, shown: { which, leads }, onStarted, onClose }: LeadsPreviewProps) {
  const t = useT()
  const id = useId()
  const add = useApiMutation(() => api.mailboxTools.leads.create({ params: { token }, body: which }), {
    onSuccess: ({ data }) => onStarted(data),
  })
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('mailbox_tools.leads.title')}</DialogTitle>
      <DialogContent>
        {leads.length ? (
          <Stack sx={{ gap: 4 }}>
            <Typography sx={{ color: 'text.secondary' }}>{t('mailbox_tools.leads.text')}</Typography>
            <Alert severity="info">{t('mailbox_tools.leads.consent')}</Alert>
            <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 3 }}>
              {leads.map((lead) => (
                <li key={lead.email}>
                  <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{lead.name || lead.email}</Typography>
                  <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                    {[lead.name && lead.email, lead.subject].filter(Boolean).join(' · ')}
                  </Typography>
                </li>
              ))}
            </Stack>
          </Stack>
        ) : (
          <Typography>{t('mailbox_tools.leads.none')}</Typography>
        )}
      </DialogContent>
      <DialogActions sx={{ p: 4 }}>
        <Button onClick={onClose}>{t('core.actions.cancel')}</Button>
        {leads.length > 0 && (
          <Button variant="contained" loading={add.isPending} onClick={() => add.mutate(undefined)}>
            {t('mailbox_tools.leads.add')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
