import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { usePageTitle } from '#web/shell'
import { ErrorState, LoadingState, PageHeader, StatusChip, useConfirm, useToast, useUrlParams } from '#web/ui'
import type { CampaignDetail } from '../../server/services/campaigns.js'
import { campaignStates } from '../../states.js'
import { CampaignForm } from '../components/CampaignForm.js'
import { CampaignResults } from '../components/CampaignResults.js'
import { Letter } from '../components/Letter.js'
import { valuesOf } from '../campaign_values.js'
import { StartCampaign } from '../components/StartCampaign.js'
import { Box, Stack } from '@mui/material'
import { campaignPath, campaignsChanged, listPath, useCampaign, useOptions } from '../queries.js'

/** /tools/marketing/campagne?campaign=<id>: a draft to write and send, or the results of a campaign. Without an id a new one. */
export default function CampaignPage() {
  const t = useT()
  const navigate = useNavigate()
  const [params] = useUrlParams()
  const id = Number(params.get('campaign')) || null
  const query = useCampaign(id)
  const options = useOptions()
  const campaign = query.data?.data ?? null
  const error = query.error ?? options.error
  const trail = [{ label: t('marketing.title'), to: listPath() }]
  usePageTitle(campaign?.name)
  if (error)
    return <ErrorState asPage error={error} part="marketing" title={t('marketing.campaign.failed')} onRetry={() => void query.refetch()} />
  if (!options.data || (id !== null && !campaign)) return <LoadingState shape="page" count={4} />
  if (campaign) return <Campaign key={campaign.id} campaign={campaign} />
  return (
    <>
      <PageHeader title={t('marketing.campaign.new')} trail={trail} />
      <CampaignForm campaign={null} options={options.data} onDone={(made) => void navigate(campaignPath(made.id), { replace: true })} />
    </>
  )
}

function Campaign({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const options = useOptions()
  const remove = useRemove(campaign)
  const [isEdited, setEdited] = useState(false)
  const isDraft = campaign.state === 'draft'
  return (
    <>
      <PageHeader
        title={campaign.name}
        trail={[{ label: t('marketing.title'), to: listPath() }]}
        {...(isDraft && { more: [{ label: t('marketing.remove.do'), onClick: () => void remove() }] })}
      />
      <Stack sx={{ gap: 5 }}>
        <Box>
          <StatusChip of={campaignStates} status={campaign.state} />
        </Box>
        {isDraft ? (
          <>
            <CampaignForm campaign={campaign} options={options.data!} onDone={campaignsChanged} onEdited={setEdited} />
            <StartCampaign campaign={campaign} isEdited={isEdited} />
          </>
        ) : (
          <>
            <CampaignResults campaign={campaign} />
            <Letter values={valuesOf(campaign, [])} campaign={campaign.id} />
          </>
        )}
      </Stack>
    </>
  )
}

function useRemove({ id, name }: CampaignDetail) {
  const t = useT()
  const confirm = useConfirm()
  const toast = useToast()
  const navigate = useNavigate()
  const remove = useApiMutation(() => api.marketing.campaigns.remove({ params: { id } }), {
    onSuccess: () => {
      toast.success(t('marketing.remove.done'))
      void navigate(listPath())
      campaignsChanged()
    },
  })
  return async () => {
    const sure = await confirm({
      title: t('marketing.remove.question', { name }),
      confirmLabel: t('marketing.remove.do'),
      destructive: true,
    })
    if (sure) remove.mutate(undefined)
  }
}
