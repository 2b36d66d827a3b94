import 'reflect-metadata';
import { createHash, timingSafeEqual } from 'node:crypto';
import {
  Body,
  Controller,
  Get,
  HttpStatus,
  Module,
  Post,
  Query,
  Req,
  UnauthorizedException,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { TypeOrmModule } from '@nestjs/typeorm';
import pg from 'pg';
import { parse } from 'pg-connection-string';
import { DataSource } from 'typeorm';
import { assistantSchema, Token, tokenSchema } from './assistant.entity.js';
import { AssistantsService } from './assistants.service.js';
import { CreateAssistantDto, PageQueryDto } from './create-assistant.dto.js';

const { builtins } = pg.types;
pg.types.setTypeParser(builtins.INT8, Number);
// Arrays of bigint, and timestamps as PostgreSQL writes them: a Date would lose the microseconds.
pg.types.setTypeParser(1016, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)));
pg.types.setTypeParser(builtins.TIMESTAMPTZ, (text) => text);

/** Finds bearer tokens by hash. Does not record the last use, which could be written in the background. */
class TokenGuard {
  constructor(dataSource) {
    this.tokens = dataSource.getRepository(Token);
  }

  async canActivate(context) {
    const request = context.switchToHttp().getRequest();
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw new UnauthorizedException();
    const token_hash = createHash('sha256').update(token).digest();
    const row = await this.tokens.findOneBy({ token_hash });
    if (row === null || !timingSafeEqual(row.token_hash, token_hash)) throw new UnauthorizedException();
    request.userId = row.user_id;
    return true;
  }
}

class HealthController {
  health() {
    return { status: 'ok' };
  }
}

class AssistantsController {
  constructor(service) {
    this.service = service;
  }

  list(request, query) {
    const path = `${request.protocol}://${request.host}/api/user/assistants/get`;
    return this.service.page(request.userId, { page: query.page ?? 1, perPage: query.per_page ?? 10, path });
  }

  create(request, body) {
    return this.service.create(request.userId, body);
  }
}

function decorate(target, method, { decorators, parameters }) {
  const descriptor = Object.getOwnPropertyDescriptor(target.prototype, method);
  for (const [index, parameter] of parameters.entries()) parameter(target.prototype, method, index);
  for (const decorator of decorators) decorator(target.prototype, method, descriptor);
}

const paramTypes = (target, types) => Reflect.defineMetadata('design:paramtypes', types, target);
const methodTypes = (target, method, types) =>
  Reflect.defineMetadata('design:paramtypes', types, target.prototype, method);

Controller('api')(HealthController);
decorate(HealthController, 'health', { decorators: [Get('health')], parameters: [] });
Controller('api/user')(AssistantsController);
UseGuards(TokenGuard)(AssistantsController);
decorate(AssistantsController, 'list', { decorators: [Get('assistants/get')], parameters: [Req(), Query()] });
methodTypes(AssistantsController, 'list', [Object, PageQueryDto]);
decorate(AssistantsController, 'create', { decorators: [Post('assistant')], parameters: [Req(), Body()] });
methodTypes(AssistantsController, 'create', [Object, CreateAssistantDto]);
paramTypes(AssistantsController, [AssistantsService]);
paramTypes(AssistantsService, [DataSource]);
paramTypes(TokenGuard, [DataSource]);

const { host, port, user: username, database } = parse(process.env.DATABASE_URL);
const connection = { host, port: Number(port), username, database };

class AppModule {}
Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      ...connection,
      entities: [assistantSchema, tokenSchema],
      logging: false,
      poolSize: 10,
    }),
  ],
  controllers: [HealthController, AssistantsController],
  providers: [AssistantsService],
})(AppModule);

const app = await NestFactory.create(AppModule, new FastifyAdapter({ logger: false }), {
  logger: false,
  abortOnError: false,
});
app.useGlobalPipes(
  new ValidationPipe({
    transform: true,
    whitelist: true,
    errorHttpStatusCode: HttpStatus.UNPROCESSABLE_ENTITY,
  }),
);
app.enableShutdownHooks();
await app.listen(Number(process.env.PORT), '127.0.0.1');
