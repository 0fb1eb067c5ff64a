import { Button, FormControlLabel, Stack, Switch, Typography } from '@mui/material'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import type { WithdrawalPage } from '#plugins/learning/server/transformers/withdrawal_transformer'
import { api, useApiQuery, withQuery } from '#web/api'
import { useFormat, useT } from '#web/i18n'
import { check, ErrorState, Form, FormActions, LoadingState, PageHeader, Section, TextInput, ToneChip, useFocusWhenGone } from '#web/ui'
import { overviewPath, poolPath, withdrawPath } from './editor_paths.js'

/** The part of the messages for this page. */
export const words = () => ['withdrawal']

/** /admin/training/vragen/intrekken/:question: what withdrawing a question changes, and then doing it. */
export default function WithdrawQuestionPage() {
  const t = useT()
  const { question = '' } = useParams()
  // An admin chose the company whose own course it is.
  const company = useSearchParams()[0].get('company')
  const inCompany: Record<never, never> = company ? { query: { company } } : {}
  const [alsoFails, setAlsoFails] = useState(false)
  const noteFocus = useFocusWhenGone()
  const { data, error, isPending, refetch } = useApiQuery(
    ['learning_editor', 'withdrawal', question, alsoFails, company],
    () =>
      api.learning.withdrawals.show({ params: { question }, ...withQuery({ also_fails: String(alsoFails), ...(company && { company }) }) }),
    { again: (answer) => ((answer as { data: WithdrawalPage } | undefined)?.data.withdrawal?.finished === false ? 3_000 : false) },
  )
  if (error) return <ErrorState asPage error={error} part="learning" title={t('learning.withdraw.failed')} onRetry={() => void refetch()} />
  if (isPending) return <LoadingState shape="page" count={4} />
  const page = data.data
  return (
    <>
      <PageHeader
        title={t('learning.withdraw.title')}
        text={page.question.text}
        trail={[
          { label: t('learning.overview.title'), to: overviewPath() },
          // An admin cannot open a company's own pool.
          ...(company ? [] : [{ label: t('learning.pool.title'), to: poolPath(page.question.course) }]),
        ]}
      />
      <Stack sx={{ gap: 5 }} onFocus={noteFocus}>
        <Revisions page={page} company={company} />
        {page.withdrawal && <Withdrawn withdrawal={page.withdrawal} />}
        {page.preview && (
          <>
            <Preview preview={page.preview} alsoFails={alsoFails} />
            <Section title={t('learning.withdraw.do_title')} text={t('learning.withdraw.do_text')}>
              <FormControlLabel
                control={<Switch checked={alsoFails} onChange={(event) => setAlsoFails(event.target.checked)} />}
                label={t('learning.withdraw.also_fails')}
              />
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t(alsoFails ? 'learning.withdraw.also_fails_on' : 'learning.withdraw.also_fails_off')}
              </Typography>
              <Form<{ reason: string }, unknown>
                part="learning"
                initialValues={{ reason: '' }}
                validate={({ reason }) => [check.minLength({ reason: reason.trim() }, 'reason', 10)]}
                onSubmit={({ reason }) =>
                  api.learning.withdrawals.store({ params: { question }, ...inCompany, body: { reason, also_fails: alsoFails } })
                }
                onSuccess={() => void refetch()}
              >
                <TextInput
                  name="reason"
                  label={t('learning.withdraw.reason')}
                  help={t('learning.withdraw.reason_help')}
                  maxLength={500}
                  required
                />
                <FormActions submitLabel={t('learning.withdraw.confirm')} />
              </Form>
            </Section>
          </>
        )}
      </Stack>
    </>
  )
}

/** The revisions of the question that people were asked. */
function Revisions({ page: { question, revisions }, company }: { page: WithdrawalPage; company: string | null }) {
  const t = useT()
  if (revisions.length < 2) return null
  return (
    <Section title={t('learning.withdraw.revisions')} text={t('learning.withdraw.revisions_text')}>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
        {revisions.map(({ id, revision, attempts }) => (
          <Button
            key={id}
            component={Link}
            to={withdrawPath(id, company)}
            variant={id === question.id ? 'contained' : 'outlined'}
            aria-current={id === question.id ? 'page' : undefined}
          >
            {t('learning.withdraw.revision', { revision, attempts })}
          </Button>
        ))}
      </Stack>
    </Section>
  )
}

type People = NonNullable<WithdrawalPage['preview']>

function Preview({ preview, alsoFails }: { preview: People; alsoFails: boolean }) {
  const t = useT()
  const facts = [
    t('learning.withdraw.attempts', { count: preview.attempts }),
    preview.running > 0 && t('learning.withdraw.running', { count: preview.running }),
    t('learning.withdraw.changed', { count: preview.changed }),
    preview.reviews > 0 && t('learning.withdraw.reviews', { count: preview.reviews }),
  ].filter((fact): fact is string => typeof fact === 'string')
  return (
    <Section title={t('learning.withdraw.preview')}>
      <Stack component="ul" sx={{ m: 0, pl: 5 }}>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </Stack>
      <Names of="passes" preview={preview} />
      {(alsoFails || preview.fails.length > 0) && <Names of="fails" preview={preview} />}
      <Names of="corrected" preview={preview} />
      {preview.revoked.length > 0 && <Names of="revoked" preview={preview} />}
    </Section>
  )
}

/** The number of people of one kind, and the latest of them by name. */
function Names({ of, preview }: { of: keyof People['totals']; preview: People }) {
  const t = useT()
  const people: readonly (People['passes'][number] & { number?: string })[] = preview[of]
  const more = preview.totals[of] - people.length
  return (
    <Stack sx={{ gap: 1 }}>
      <Typography variant="h3">{t(`learning.withdraw.${of}`, { count: preview.totals[of] })}</Typography>
      {people.length > 0 && (
        <Stack component="ul" sx={{ m: 0, pl: 5 }}>
          {people.map(({ participation, name, company, number }) => (
            <li key={participation}>{[name, company, number].filter(Boolean).join(' · ')}</li>
          ))}
        </Stack>
      )}
      {more > 0 && <Typography variant="body2">{t('learning.withdraw.more', { count: more })}</Typography>}
    </Stack>
  )
}

function Withdrawn({ withdrawal }: { withdrawal: NonNullable<WithdrawalPage['withdrawal']> }) {
  const t = useT()
  const format = useFormat()
  return (
    <Section title={t('learning.withdraw.done_title', { date: format.dateTime(withdrawal.at) })} text={withdrawal.reason}>
      <Typography>{t(withdrawal.also_fails ? 'learning.withdraw.also_fails_on' : 'learning.withdraw.also_fails_off')}</Typography>
      {/* Until all attempts are graded again the counts would say too little. */}
      <Typography role="status">
        {withdrawal.finished &&
          t('learning.withdraw.done', { changed: withdrawal.changed, passed: withdrawal.passed, failed: withdrawal.failed })}
      </Typography>
      {!withdrawal.finished && <ToneChip tone="info" icon="clock" label={t('learning.withdraw.busy')} />}
    </Section>
  )
}
