import type { HttpContext } from '@adonisjs/core/http'
import { mapPage, peopleCondition } from '#core/kit/lists'
// Imported by this name, because the browser's types are generated from it.
import { courseChangeValidator, courseValidator, listCoursesValidator } from '#plugins/external_courses/server/validators/courses'
import { createCourse, listCourses, ownCourses, removeCourse, showCourse, updateCourse } from '../services/course_service.js'
import { toCourse, toCourseWithFiles } from '../transformers/course_transformer.js'

/** Validates, calls the service, and shapes the response. */
export default class CoursesController {
  async index({ request, session }: HttpContext) {
    const query = await request.validateUsing(listCoursesValidator)
    return mapPage(await listCourses(session!, query, await peopleCondition(session!, request.qs())), (row) => toCourse(row))
  }

  async mine({ session }: HttpContext) {
    return { data: (await ownCourses(session!.membershipId)).map(({ row, files }) => toCourseWithFiles(row, files)) }
  }

  async show({ params, session }: HttpContext) {
    const { row, files } = await showCourse(session!, String(params.id))
    return { data: toCourseWithFiles(row, files) }
  }

  async create({ request, response, session }: HttpContext) {
    const { row, files } = await createCourse(session!, await request.validateUsing(courseValidator))
    response.status(201)
    return { data: toCourseWithFiles(row, files) }
  }

  async update({ params, request, session }: HttpContext) {
    const { row, files } = await updateCourse(session!, String(params.id), await request.validateUsing(courseChangeValidator))
    return { data: toCourseWithFiles(row, files) }
  }

  async remove({ params, session }: HttpContext) {
    await removeCourse(session!, String(params.id))
    return { status: 'good' as const }
  }
}
