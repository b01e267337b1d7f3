"""Players and their profiles: no passwords, a key and a mailed code."""

from marshmallow import Schema, fields, validate

from server.api.common import Strict, asks, club, get_caller, get_member, resource, slip_body, takes_slip
from server.services import accounts, keys, policies

bp = resource("players", "Registering, profiles, keys")


class JwkSchema(Schema):
    """A public Ed25519 key."""

    kty = fields.String(required=True)
    crv = fields.String(required=True)
    x = fields.String(required=True)


class TableWishSchema(Schema):
    """Which mails about one table a player wants."""

    game = fields.String(required=True)
    title = fields.String(required=True)
    mail_policy = fields.String(required=True)


class ProfileSchema(Schema):
    """A player's own profile."""

    id = fields.String(required=True)
    handle = fields.String(required=True, allow_none=True)
    mail = fields.String(required=True, allow_none=True)
    confirmed = fields.Boolean(required=True)
    jwk = fields.Nested(JwkSchema, required=True)
    kid = fields.String(required=True)
    language = fields.String(required=True)
    zone = fields.String(required=True)
    role = fields.String(required=True)
    mail_policy = fields.String(required=True)
    created_at = fields.Integer(required=True)
    deleted = fields.Boolean(required=True)
    new_mail = fields.String(
        required=True, allow_none=True, metadata={"description": "A confirmed address that will replace `mail`."}
    )
    new_mail_at = fields.Integer(required=True, allow_none=True, metadata={"description": "When it will."})
    leaves_at = fields.Integer(
        required=True, allow_none=True, metadata={"description": "When the account goes, where that waits."}
    )
    new_key_at = fields.Integer(
        required=True, allow_none=True, metadata={"description": "When a new key counts that a recovery named."}
    )
    tables = fields.List(
        fields.Nested(TableWishSchema),
        required=True,
        metadata={"description": "Tables about which you want other mails than `mail_policy` says."},
    )


class RegisterSchema(Strict):
    """A signed registration; the slip holds handle, mail and public key."""

    slip = fields.String(required=True, validate=validate.Length(max=16384))
    language = fields.String(load_default=None, allow_none=True)
    zone = fields.String(load_default=None, allow_none=True)
    invitation = fields.String(load_default=None, allow_none=True)
    claim = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(max=40),
        metadata={"description": "The code that `host init` printed: it makes a host."},
    )


class ProfileChangeSchema(Strict):
    """What a player can change without signing."""

    language = fields.String()
    zone = fields.String()
    mail_policy = fields.String(validate=validate.OneOf(policies.POLICIES))


class MailWishSchema(Strict):
    """Which mails about a table a player wants."""

    mail_policy = fields.String(required=True, validate=validate.OneOf(policies.POLICIES))


class CodeSchema(Strict):
    """A mailed code."""

    code = fields.String(required=True, validate=validate.Length(max=20))


class PublicKeyBody(Strict):
    """A public Ed25519 key in a request."""

    kty = fields.String(required=True, validate=validate.OneOf(["OKP"]))
    crv = fields.String(required=True, validate=validate.OneOf(["Ed25519"]))
    x = fields.String(required=True, validate=validate.Regexp(r"^[A-Za-z0-9_-]{43}$"))


class RecoverSchema(Strict):
    """Somebody who lost their key asks for a code."""

    mail = fields.String(required=True, validate=[validate.Length(max=254), validate.Regexp(r"^[^@\s]+@[^@\s]+$")])


class RecoveredSchema(Strict):
    """The mailed code and the new public key; the change waits a day."""

    mail = fields.String(required=True, validate=[validate.Length(max=254), validate.Regexp(r"^[^@\s]+@[^@\s]+$")])
    code = fields.String(required=True, validate=validate.Length(max=20))
    jwk = fields.Nested(PublicKeyBody, required=True)


class WaitSchema(Schema):
    """When a recovery takes effect."""

    effective_at = fields.Integer(required=True)


@bp.route("/players", methods=["POST"])
@bp.arguments(RegisterSchema)
@bp.response(201, ProfileSchema)
def register(slip: str, language: str | None, zone: str | None, **given: str | None) -> accounts.MemberProfile:
    """Register with a key of your own; a code is mailed to you."""
    config = club().config
    arrival = accounts.Arrival(
        language=language or config.language,
        zone=zone or config.zone,
        invitation=given["invitation"],
        claim=given["claim"],
        address=get_caller(),
    )
    return accounts.register(club(), slip.encode(), arrival)


@bp.route("/me", methods=["GET"])
@asks("read")
@bp.response(200, ProfileSchema)
def read_me() -> accounts.MemberProfile:
    """Return your profile."""
    return accounts.read_profile(club(), get_member().id)


@bp.route("/me", methods=["PATCH"])
@asks("act")
@bp.arguments(ProfileChangeSchema)
@bp.response(200, ProfileSchema)
def change_me(
    language: str | None = None, zone: str | None = None, mail_policy: str | None = None
) -> accounts.MemberProfile:
    """Change your language, time zone or mail policy."""
    change = accounts.ProfileChange(language=language, zone=zone, mail_policy=mail_policy)
    changed = accounts.change_profile(club(), get_member().id, change)
    get_member().zone = changed.zone  # this very answer names it
    return changed


@bp.route("/me/mails/<game_id>", methods=["PUT"])
@asks("act")
@bp.arguments(MailWishSchema)
@bp.response(200, TableWishSchema)
def choose_mails(game_id: str, mail_policy: str) -> policies.TableWish:
    """Choose which mails about one table you get, whatever you get about the others."""
    return policies.choose(club(), get_member(), game_id, mail_policy)


@bp.route("/me/mails/<game_id>", methods=["DELETE"])
@asks("act")
@bp.response(204)
def forget_mails(game_id: str) -> None:
    """Get the same mails about a table as about all others."""
    policies.forget(club(), get_member(), game_id)


@bp.route("/me/acts", methods=["POST"])
@takes_slip(bp, "A signed act: `delete`, `address` with a new mail address, `claim` with the code of a host.")
@bp.response(200, ProfileSchema)
def act() -> accounts.MemberProfile:
    """Do what needs your signature: delete your account, change your address, claim to be a host."""
    return accounts.change_by_slip(club(), slip_body())


@bp.route("/me/key", methods=["POST"])
@takes_slip(bp, "A key change, signed by the old key and accepted by the new one.")
@bp.response(200, ProfileSchema)
def change_key() -> accounts.MemberProfile:
    """Pass on to a new key; your running games are told."""
    return keys.rotate(club(), slip_body())


@bp.route("/me/confirmation", methods=["POST"])
@asks("read")
@bp.arguments(CodeSchema)
@bp.response(200, ProfileSchema)
def confirm(code: str) -> accounts.MemberProfile:
    """Confirm your mail address by the code that was mailed to it."""
    return accounts.confirm(club(), get_member().id, code)


@bp.route("/me/code", methods=["POST"])
@asks("read")
@bp.response(202, description="Mailed")
def another_code() -> None:
    """Have another code mailed to you."""
    accounts.resend_code(club(), get_member())


@bp.route("/recoveries", methods=["POST"])
@bp.arguments(RecoverSchema)
@bp.response(202, description="If somebody here has this address, a code was mailed to it")
def ask_recovery(mail: str) -> None:
    """Ask for a code because you lost your key; the answer is the same for unknown addresses."""
    keys.ask_recovery(club(), mail, get_caller())


@bp.route("/recoveries/confirmation", methods=["POST"])
@bp.arguments(RecoveredSchema)
@bp.response(202, WaitSchema)
def confirm_recovery(mail: str, code: str, jwk: dict[str, str]) -> keys.Waiting:
    """Name your new key with the mailed code; it counts after a day, unless the old key cancels."""
    return keys.confirm_recovery(club(), mail, code, jwk, get_caller())


@bp.route("/recoveries", methods=["DELETE"])
@takes_slip(bp, "A signed act `cancel_recovery`, by the old key.")
@bp.response(204)
def cancel_recovery() -> None:
    """Cancel a recovery that you did not ask for."""
    keys.cancel_recovery(club(), slip_body())
