(** Who has borrowed what. *)

open Base
include Shelf.S

type t

(** Lends a book.

    {[
      lend lender ~to_:"Ada" book
    ]} *)
val lend : t -> to_:string -> book -> t

val count : t -> int
(** How many books are lent. *)

val ( + ) : t -> t -> t

(** No books at all. *)
val empty : t

exception Lent of string

module Late : sig
  type nonrec t = t

  val fine : t -> days:int -> int
end

module Names : Set.S with type elt = string

module type S = sig
  val name : string
end

external now : unit -> float = "lender_now"

class printer : object
  method print : unit
end
