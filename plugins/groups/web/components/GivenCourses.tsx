import { Box, Button, IconButton, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { api, useApiMutation } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { Icon, Section, ToneChip, useConfirm, useToast } from '#web/ui'
import type { GroupDetail } from '../../server/transformers/group_transformer.js'
import { groupsChanged } from '../queries.js'
import { GiveCourse } from './GiveCourse.js'

type Given = GroupDetail['given'][number]

/** The courses that a group gives to present and future members. */
export function GivenCourses({ group }: { group: GroupDetail }) {
  const t = useT()
  const format = useFormat()
  const confirm = useConfirm()
  const toast = useToast()
  const [open, setOpen] = useState<Given | 'new' | null>(null)
  const stop = useApiMutation((given: number) => api.groups.courses.stop({ params: { id: group.id, given } }), {
    onSuccess: () => {
      toast.success(t('groups.give.stopped'))
      groupsChanged()
    },
  })
  const ask = async ({ id, name }: Given) => {
    const sure = await confirm({
      title: t('groups.give.stop_question', { name: name ?? t('groups.give.gone') }),
      text: t('groups.give.stop_text', { count: group.members }),
      confirmLabel: t('groups.give.stop'),
      destructive: true,
    })
    if (sure) stop.mutate(id)
  }
  const due = ({ due_at: day, due_days: days }: Given) =>
    day
      ? t('groups.give.due_on', { day: format.day(day) })
      : days
        ? t('groups.give.due_within', { count: days })
        : t('groups.give.due_none')
  return (
    <Section
      title={t('groups.give.courses')}
      text={t('groups.give.courses_text')}
      action={
        <Button variant="outlined" size="small" startIcon={<Icon name="add" />} onClick={() => setOpen('new')} sx={{ flexShrink: 0 }}>
          {t('groups.give.title')}
        </Button>
      }
    >
      {group.given.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('groups.give.nothing')}</Typography>
      ) : (
        <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {group.given.map((given) => (
            <Stack
              component="li"
              key={given.id}
              direction="row"
              sx={{
                gap: 3,
                py: 2,
                alignItems: 'center',
                borderTop: '1px solid',
                borderColor: 'divider',
                '&:first-of-type': { borderTop: 0 },
              }}
            >
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
                  <Typography sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>{given.name ?? t('groups.give.gone')}</Typography>
                  {given.mandatory && <ToneChip tone="neutral" icon="checklist" label={t('groups.give.must')} />}
                </Stack>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {due(given)}
                </Typography>
                {given.refused.map(({ code, people }) => (
                  <Stack key={code} direction="row" sx={{ gap: 2, mt: 1, color: 'warning.main', alignItems: 'flex-start' }}>
                    <Icon name="warning" fontSize="small" />
                    <Typography variant="body2" sx={{ color: 'text.primary' }}>
                      {t(code === 'contract_limit_reached' ? 'groups.give.refused_contract' : 'groups.give.refused', { count: people })}
                    </Typography>
                  </Stack>
                ))}
              </Box>
              <IconButton onClick={() => setOpen(given)} aria-label={t('groups.give.change', { name: given.name ?? '' })}>
                <Icon name="edit" />
              </IconButton>
              <IconButton onClick={() => void ask(given)} aria-label={t('groups.give.stop_one', { name: given.name ?? '' })}>
                <Icon name="delete" />
              </IconButton>
            </Stack>
          ))}
        </Stack>
      )}
      {open && <GiveCourse group={group} given={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </Section>
  )
}
