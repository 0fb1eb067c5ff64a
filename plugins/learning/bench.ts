import type { PluginBench } from '#core/contract/bench'
import { LIST_OWN } from './server/services/my_trainings_statement.js'

const trainings = '/api/learning/participations'

/** What a participant's browser asks for most: the list, a course, and an answer that is saved. */
const bench: PluginBench = {
  async prepare(client) {
    const { data } = (await client.get(trainings)).body as { data: { id: number; name: string }[] }
    const course = data.find(({ name }) => name === 'Introductie offshore wind')!
    const page = `${trainings}/${course.id}`
    await client.post(`${page}/language`, { language: 'nl' })
    for (;;) {
      const { modules, next_activity: next } = (await client.get(page)).body.data
      const step = modules
        .flatMap(({ activities }: { activities: { id: number; type: string }[] }) => activities)
        .find(({ id }: { id: number }) => id === next)
      if (step.type !== 'quiz') {
        await client.post(`${page}/activities/${step.id}/complete`)
        continue
      }
      const attempt = (await client.post(`${page}/activities/${step.id}/attempts`)).body.data.id
      const [question] = (await client.get(`/api/learning/attempts/${attempt}`)).body.data.questions
      return [
        { name: 'list of /deelnemer/trainingen', method: 'GET', path: trainings, bareSql: LIST_OWN },
        { name: 'a course page', method: 'GET', path: page },
        {
          name: 'an answer saved',
          method: 'PUT',
          path: `/api/learning/attempts/${attempt}/answers/${question.id}`,
          body: { answers: [question.answers[0].key] },
        },
      ]
    }
  },
}

export default bench
