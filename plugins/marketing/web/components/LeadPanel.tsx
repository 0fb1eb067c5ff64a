import { Alert, Box, Button, Link, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { api, queryClient, useApiMutation, useApiQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import {
  DayInput,
  ErrorState,
  FactList,
  Form,
  FormActions,
  Icon,
  LoadingState,
  SelectInput,
  SidePanel,
  StatusChip,
  TextInput,
  useConfirm,
  useToast,
} from '#web/ui'
import type { LeadDetail } from '../../server/transformers/lead_transformer.js'
import { LEAD_STATES, type LeadState, leadStates } from '../../states.js'
import { campaignsChanged, NOBODY, ownerOptions, useLeadOptions } from '../queries.js'

const leadsChanged = () => {
  campaignsChanged()
  void queryClient.invalidateQueries({ queryKey: ['list', '/api/marketing/leads'] })
}

interface Values {
  state: string
  owner: string
  next_step: string
  next_on: string | null
}
const valuesOf = ({ state, owner_id: owner, next_step, next_on }: LeadDetail): Values => ({
  ...{ state, next_step, next_on },
  owner: String(owner ?? NOBODY),
})

/** A lead beside the list: what they asked, what they agreed to, and how they are followed up. */
export function LeadPanel({ id, onClose }: { id: string | null; onClose: () => void }) {
  const t = useT()
  // While the panel closes it still shows the lead.
  const [shown, setShown] = useState(id)
  if (id && id !== shown) setShown(id)
  const query = useApiQuery(['marketing', 'lead', shown], () => api.marketing.leads.show({ params: { id: shown ?? '' } }), {
    enabled: shown !== null,
  })
  const lead = query.data?.data
  return (
    <SidePanel
      open={id !== null}
      onClose={onClose}
      title={lead ? lead.name || lead.email : t('marketing.leads.title')}
      subtitle={lead && <StatusChip of={leadStates} status={lead.state} />}
      actions={
        lead && (
          <Button variant="outlined" startIcon={<Icon name="mails" />} href={`mailto:${encodeURIComponent(lead.email)}`}>
            {t('marketing.lead.write')}
          </Button>
        )
      }
    >
      {query.error ? (
        <ErrorState error={query.error} part="marketing" onRetry={() => void query.refetch()} />
      ) : lead ? (
        <Stack sx={{ gap: 6 }}>
          {lead.unsubscribed && <Alert severity="warning">{t('marketing.lead.unsubscribed')}</Alert>}
          {lead.has_account && <Alert severity="info">{t('marketing.lead.has_account')}</Alert>}
          {lead.message && <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{lead.message}</Typography>}
          <FollowUp key={lead.id} lead={lead} />
          <Facts lead={lead} />
          <Erase lead={lead} onDone={onClose} />
        </Stack>
      ) : (
        <LoadingState shape="rows" count={5} />
      )}
    </SidePanel>
  )
}

function FollowUp({ lead }: { lead: LeadDetail }) {
  const t = useT()
  const toast = useToast()
  const options = useLeadOptions()
  return (
    <Form<Values, { data: LeadDetail }>
      part="marketing"
      initialValues={valuesOf(lead)}
      version={lead.updated_at}
      valuesOf={(now) => ({ ...(now as unknown as Values), owner: String(now.owner ?? NOBODY) })}
      onSubmit={({ state, owner, next_step, next_on }, { version }) =>
        api.marketing.leads.update({
          params: { id: lead.id },
          body: { state: state as LeadState, owner: Number(owner) || null, next_step, next_on: next_on || null, updated_at: version! },
        })
      }
      onSuccess={({ data }) => {
        toast.success(t('marketing.lead.saved'))
        leadsChanged()
        return { values: valuesOf(data), version: data.updated_at }
      }}
    >
      <Stack sx={{ gap: 4 }}>
        <SelectInput
          name="state"
          label={t('marketing.lead.state')}
          required
          options={LEAD_STATES.map((value) => ({ value, label: t(`marketing.lead.state.${value}`) }))}
        />
        <SelectInput
          name="owner"
          label={t('marketing.lead.owner')}
          required
          options={ownerOptions(options?.admins, t('marketing.lead.nobody'))}
        />
        <TextInput name="next_step" label={t('marketing.lead.next_step')} maxLength={300} />
        <DayInput name="next_on" label={t('marketing.lead.next_on')} />
        <FormActions submitLabel={t('marketing.lead.save')} />
      </Stack>
    </Form>
  )
}

function Facts({ lead }: { lead: LeadDetail }) {
  const t = useT()
  const format = useFormat()
  const wrapped = (text: string) => <Box sx={{ overflowWrap: 'anywhere' }}>{text}</Box>
  return (
    <FactList
      facts={[
        { label: t('marketing.lead.email'), value: wrapped(lead.email) },
        ...(lead.phone ? [{ label: t('marketing.lead.phone'), value: wrapped(lead.phone) }] : []),
        ...(lead.organisation ? [{ label: t('marketing.lead.organisation'), value: wrapped(lead.organisation) }] : []),
        { label: t('marketing.lead.source'), value: t(`marketing.lead.source.${lead.source}`) },
        {
          label: t('marketing.lead.subject'),
          // Only a landing page is an address; what a visitor typed never becomes a link.
          value: lead.source === 'landing_page' && lead.subject ? <Link href={lead.subject}>{lead.subject}</Link> : wrapped(lead.subject),
        },
        { label: t('marketing.lead.company'), value: lead.company ?? t('marketing.lead.platform') },
        { label: t('marketing.lead.created_at'), value: format.dateTime(lead.created_at) },
        {
          label: t('marketing.lead.consent_words'),
          value: lead.consent_words ? wrapped(`“${lead.consent_words}”`) : t('marketing.lead.no_consent'),
        },
        ...(lead.consent_at ? [{ label: t('marketing.lead.consent_at'), value: format.dateTime(lead.consent_at) }] : []),
      ]}
    />
  )
}

function Erase({ lead: { id, name, email }, onDone }: { lead: LeadDetail; onDone: () => void }) {
  const t = useT()
  const toast = useToast()
  const confirm = useConfirm()
  const erase = useApiMutation(() => api.marketing.leads.remove({ params: { id } }), {
    onSuccess: () => {
      toast.success(t('marketing.lead.erased'))
      leadsChanged()
      onDone()
    },
  })
  const ask = async () => {
    const sure = await confirm({
      title: t('marketing.lead.erase_question', { name: name || email }),
      text: t('marketing.lead.erase_text'),
      confirmLabel: t('marketing.lead_erase.title'),
      destructive: true,
    })
    if (sure) erase.mutate(undefined)
  }
  return (
    <Button
      color="error"
      sx={{ alignSelf: 'flex-start' }}
      startIcon={<Icon name="delete" />}
      loading={erase.isPending}
      onClick={() => void ask()}
    >
      {t('marketing.lead_erase.title')}
    </Button>
  )
}
